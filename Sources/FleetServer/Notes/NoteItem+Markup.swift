import FleetCore

extension NoteItem {
    /// Returns the element of a list of notes.
    /// - Parameter query: The query that keeps the source of the page.
    func markup(_ style: PageStyle, keeping query: String) -> Markup {
        var place: Markup = ""
        if let noteLat, let noteLon {
            place = """
                 data-lat="\(noteLat)" data-lon="\(noteLon)" data-label="\(name)" \
                data-href="\(href + query)"\(numberAttribute)
                """
        }
        return """
            <article class="note\(" done", if: isDone)\(" selected", if: isCurrent)" id="note-\(uuid)" data-uuid="\(uuid)"\(place)>
            <header>\(head(style, keeping: query))
            <span class="muted note-by">\(author) · \(times)</span></header>
            <p class="note-text">\(text)</p>
            \(contactLine)\(photoList)
            \(mark.map { actions($0, style) } ?? "")
            </article>

            """
    }

    /// Its place along a way, for the map.
    private var numberAttribute: Markup {
        wayNumber.map { " data-number=\"\($0)\"" } ?? ""
    }

    private var name: String { localized("Note \(number)") }

    private func head(_ style: PageStyle, keeping query: String) -> Markup {
        var head: Markup = ""
        if isSelectable {
            let label = localized("Select note \(number)")
            head.append(
                """
                <label class="hit"><input type="checkbox" name="note" value="\(uuid)" \
                form="mark-tasks" aria-label="\(label)"></label>
                """)
        }
        if let wayNumber { head.append("<span class=\"way-place\">\(wayNumber)</span>") }
        let current: Markup = isCurrent ? " aria-current=\"true\"" : ""
        head.append("<a class=\"note-number\" href=\"\(href + query)\"\(current)>\(name)</a>")
        if let vehicle {
            head.append("<a class=\"id\" href=\"\(vehicle.href)\">\(vehicle.id)</a>")
        }
        if let noteSource { head.append("<span class=\"muted\">\(noteSource)</span>") }
        if let task { head.append(badge(of: task, style)) }
        let sharing = isTeam ? localized("team") : localized("private")
        head.append(badge(style.icon(isTeam ? "team" : "lock", isSmall: true), sharing))
        if isDone {
            let done = doneBy.map { localized("done by \($0)") } ?? localized("done")
            head.append(badge(style.icon("check", isSmall: true), done, " good"))
        }
        return head
    }

    private func badge(_ icon: Markup, _ text: String, _ classes: Markup = "") -> Markup {
        "<span class=\"badge\(classes)\">\(icon)\(text)</span>"
    }

    private func badge(of task: TaskItem, _ style: PageStyle) -> Markup {
        let person = task.assignee.map { localized("task for \($0)") } ?? localized("unassigned")
        let due: Markup = task.due.map { " · \(localized("due")) \($0.markup)" } ?? ""
        let icon = style.icon("check", isSmall: true)
        return """
            <span class="badge\(" bad", if: task.isOverdue)\(" mine", if: task.isMine)">\
            \(icon)\(person)\(due)</span>\(priority(of: task))
            """
    }

    private func priority(of task: TaskItem) -> Markup {
        guard let text = task.priority else { return "" }
        return "<span class=\"badge\(" warn", if: task.isUrgent)\">\(text)</span>"
    }

    /// When it was written and changed.
    private var times: Markup {
        guard let edited else { return created.markup }
        let change = edited.editor.map { localized("edited by \($0)") } ?? localized("edited")
        return "\(created.markup) · \(change) \(edited.markup)"
    }

    private var contactLine: Markup {
        guard let contact else { return "" }
        let label = localized("Contact of the finder:")
        return "<p class=\"muted\">\(label) \(contact)</p>"
    }

    private var photoList: Markup {
        guard !photos.isEmpty else { return "" }
        let items = Markup(
            photos.map {
                """
                <li><a href="\($0.href)"><img src="\($0.thumbHref)" width="96" height="96" \
                loading="lazy" alt="\($0.alt)"></a></li>
                """
            })
        return "<ul class=\"photos\">\(items)</ul>"
    }

    private func actions(_ mark: MarkForm, _ style: PageStyle) -> Markup {
        let name = mark.isDone ? localized("Reopen") : localized("Done")
        let icon = style.icon(mark.isDone ? "refresh" : "check")
        let takeName = localized("Take it")
        let take = task.flatMap { task in
            task.takeAction.map { action in
                form(
                    action, mark, (task.takeTitle, task.takeBody, task.takeTold),
                    undo: (task.takeUndoTitle, task.takeUndo),
                    "<button class=\"btn small\" type=\"submit\">\(takeName)</button>")
            }
        }
        let done = form(
            mark.action, mark, (mark.title, mark.body, mark.told),
            undo: (mark.undoTitle, mark.undo),
            """
            <button class="btn small" type="submit" name="done" \
            value="\(mark.isDone ? "0" : "1")">\(icon)\(name)</button>
            """)
        return "<div class=\"note-actions\">\(done)\(take ?? "")</div>"
    }

    /// Returns the form of a change, which scripts keep while there is no connection.
    private func form(
        _ action: String, _ mark: MarkForm, _ change: (title: String, body: String, told: String),
        undo: (title: String, body: String), _ button: Markup
    ) -> Markup {
        """
        <form method="post" action="\(action)" data-queue="check" data-title="\(change.title)" \
        data-api="\(mark.apiUrl)" data-method="PATCH" data-version="\(mark.version)" \
        data-body="\(change.body)" data-told="\(change.told)" data-undo="\(undo.body)" \
        data-undo-title="\(undo.title)">\(button)</form>
        """
    }
}
