extension Table {
    /// The last prints of labels, and the print jobs that are not finished.
    static let labels: [Table] = [
        Table(
            "label_print", "The last print of each label", key: ["source", "vehicle_id"], since: 4,
            copied: "prints of labels",
            columns: [
                .text(
                    "source", .check("length(source) IN (0, 36)"),
                    "UUID of the source; empty for labels of a file of IDs without one"),
                .text("vehicle_id", "ID on the label"),
                .text("payload", "Content of the QR code"),
                .text("layout", "Name of the layout; empty for images"),
                .integer("printed_at"),
                .text("target", .check("target <> ''"), "Name of the printer, or kind of file"),
            ]),
        Table(
            "print_job", "Runs of labels on a printer that are not finished", key: ["id"], since: 4,
            columns: [
                .integer("id", .check("id > 0"), "Number for people"), .integer("created_at"),
                .text(
                    "label_source", .check("length(label_source) IN (0, 36)"),
                    "As source in label_print"),
                .text("printer", "Name of the printer"),
                .text("design", "How the labels are drawn, as JSON"), .text("title"),
                .integer("labels", .check("labels > 0"), "Number of labels, without copies"),
                .integer(
                    "next_batch", .check("next_batch >= 0"),
                    "First batch that is not known to be done"),
                .integer("batch_size", .check("batch_size > 0"), "Pages of a batch"),
                .text(
                    "state", .check("state IN ('open', 'sent')"),
                    "Whether the next batch may have been sent to the printer"),
            ]),
        Table(
            "print_job_label", "The labels of these runs, as they were", key: ["job", "position"],
            since: 4,
            columns: [
                .integer("job", .references("print_job (id) ON DELETE CASCADE")),
                .integer("position", .check("position >= 0"), "Order of the labels, from 0"),
                .bytes("label_id"), .bytes("payload"),
                .text("lines", "Lines of text as a JSON array of texts"),
            ]),
    ]
}
