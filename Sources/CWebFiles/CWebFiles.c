#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The byte after each file is not part of it; it makes the array of an empty file valid.
static const unsigned char f0[] = {
#embed "../FleetServer/Web/assets/app.js" suffix(,)
    0};
static const unsigned char f1[] = {
#embed "../FleetServer/Web/assets/banners.js" suffix(,)
    0};
static const unsigned char f2[] = {
#embed "../FleetServer/Web/assets/cells.js" suffix(,)
    0};
static const unsigned char f3[] = {
#embed "../FleetServer/Web/assets/drafts.js" suffix(,)
    0};
static const unsigned char f4[] = {
#embed "../FleetServer/Web/assets/favicon.svg" suffix(,)
    0};
static const unsigned char f5[] = {
#embed "../FleetServer/Web/assets/fleet.css" suffix(,)
    0};
static const unsigned char f6[] = {
#embed "../FleetServer/Web/assets/forms.js" suffix(,)
    0};
static const unsigned char f7[] = {
#embed "../FleetServer/Web/assets/icons.svg" suffix(,)
    0};
static const unsigned char f8[] = {
#embed "../FleetServer/Web/assets/list.js" suffix(,)
    0};
static const unsigned char f9[] = {
#embed "../FleetServer/Web/assets/live.js" suffix(,)
    0};
static const unsigned char f10[] = {
#embed "../FleetServer/Web/assets/map-grid.js" suffix(,)
    0};
static const unsigned char f11[] = {
#embed "../FleetServer/Web/assets/map-layer.js" suffix(,)
    0};
static const unsigned char f12[] = {
#embed "../FleetServer/Web/assets/map-lines.js" suffix(,)
    0};
static const unsigned char f13[] = {
#embed "../FleetServer/Web/assets/map-points.js" suffix(,)
    0};
static const unsigned char f14[] = {
#embed "../FleetServer/Web/assets/map-shaders.js" suffix(,)
    0};
static const unsigned char f15[] = {
#embed "../FleetServer/Web/assets/map.js" suffix(,)
    0};
static const unsigned char f16[] = {
#embed "../FleetServer/Web/assets/photos.js" suffix(,)
    0};
static const unsigned char f17[] = {
#embed "../FleetServer/Web/assets/refetch.js" suffix(,)
    0};
static const unsigned char f18[] = {
#embed "../FleetServer/Web/assets/scanner.js" suffix(,)
    0};
static const unsigned char f19[] = {
#embed "../FleetServer/Web/assets/stream.js" suffix(,)
    0};
static const unsigned char f20[] = {
#embed "../FleetServer/Web/assets/time.js" suffix(,)
    0};
static const unsigned char f21[] = {
#embed "../FleetServer/Web/assets/viewer.js" suffix(,)
    0};
static const unsigned char f22[] = {
#embed "../FleetServer/Web/templates/_admin_tabs.mustache" suffix(,)
    0};
static const unsigned char alert_form[] = {
#embed "../FleetServer/Web/templates/_alert_form.mustache" suffix(,)
    0};
static const unsigned char f23[] = {
#embed "../FleetServer/Web/templates/_battery.mustache" suffix(,)
    0};
static const unsigned char f24[] = {
#embed "../FleetServer/Web/templates/_color.mustache" suffix(,)
    0};
static const unsigned char f25[] = {
#embed "../FleetServer/Web/templates/_filters.mustache" suffix(,)
    0};
static const unsigned char f26[] = {
#embed "../FleetServer/Web/templates/_foot.mustache" suffix(,)
    0};
static const unsigned char f27[] = {
#embed "../FleetServer/Web/templates/_formats.mustache" suffix(,)
    0};
static const unsigned char f28[] = {
#embed "../FleetServer/Web/templates/_head.mustache" suffix(,)
    0};
static const unsigned char f29[] = {
#embed "../FleetServer/Web/templates/_map.mustache" suffix(,)
    0};
static const unsigned char f30[] = {
#embed "../FleetServer/Web/templates/_note.mustache" suffix(,)
    0};
static const unsigned char f31[] = {
#embed "../FleetServer/Web/templates/_note_form.mustache" suffix(,)
    0};
static const unsigned char f32[] = {
#embed "../FleetServer/Web/templates/_pager.mustache" suffix(,)
    0};
static const unsigned char f33[] = {
#embed "../FleetServer/Web/templates/_row.mustache" suffix(,)
    0};
static const unsigned char f34[] = {
#embed "../FleetServer/Web/templates/_state.mustache" suffix(,)
    0};
static const unsigned char f35[] = {
#embed "../FleetServer/Web/templates/_strip.mustache" suffix(,)
    0};
static const unsigned char f36[] = {
#embed "../FleetServer/Web/templates/_time.mustache" suffix(,)
    0};
static const unsigned char f37[] = {
#embed "../FleetServer/Web/templates/account.mustache" suffix(,)
    0};
static const unsigned char admin_alert[] = {
#embed "../FleetServer/Web/templates/admin_alert.mustache" suffix(,)
    0};
static const unsigned char f38[] = {
#embed "../FleetServer/Web/templates/admin_alerts.mustache" suffix(,)
    0};
static const unsigned char f39[] = {
#embed "../FleetServer/Web/templates/admin_audit.mustache" suffix(,)
    0};
static const unsigned char f40[] = {
#embed "../FleetServer/Web/templates/admin_people.mustache" suffix(,)
    0};
static const unsigned char f41[] = {
#embed "../FleetServer/Web/templates/admin_sources.mustache" suffix(,)
    0};
static const unsigned char f42[] = {
#embed "../FleetServer/Web/templates/error.mustache" suffix(,)
    0};
static const unsigned char f43[] = {
#embed "../FleetServer/Web/templates/events.mustache" suffix(,)
    0};
static const unsigned char f44[] = {
#embed "../FleetServer/Web/templates/favorites.mustache" suffix(,)
    0};
static const unsigned char f45[] = {
#embed "../FleetServer/Web/templates/labels.mustache" suffix(,)
    0};
static const unsigned char f46[] = {
#embed "../FleetServer/Web/templates/list.mustache" suffix(,)
    0};
static const unsigned char f47[] = {
#embed "../FleetServer/Web/templates/map.mustache" suffix(,)
    0};
static const unsigned char f48[] = {
#embed "../FleetServer/Web/templates/note.mustache" suffix(,)
    0};
static const unsigned char f49[] = {
#embed "../FleetServer/Web/templates/note_conflict.mustache" suffix(,)
    0};
static const unsigned char f50[] = {
#embed "../FleetServer/Web/templates/notes.mustache" suffix(,)
    0};
static const unsigned char f51[] = {
#embed "../FleetServer/Web/templates/reset.mustache" suffix(,)
    0};
static const unsigned char f52[] = {
#embed "../FleetServer/Web/templates/setup.mustache" suffix(,)
    0};
static const unsigned char f53[] = {
#embed "../FleetServer/Web/templates/setup_needed.mustache" suffix(,)
    0};
static const unsigned char f54[] = {
#embed "../FleetServer/Web/templates/signin.mustache" suffix(,)
    0};
static const unsigned char f55[] = {
#embed "../FleetServer/Web/templates/site.mustache" suffix(,)
    0};
static const unsigned char f56[] = {
#embed "../FleetServer/Web/templates/sites.mustache" suffix(,)
    0};
static const unsigned char f57[] = {
#embed "../FleetServer/Web/templates/vehicle.mustache" suffix(,)
    0};
static const unsigned char f58[] = {
#embed "../FleetServer/Web/templates/vehicle_public.mustache" suffix(,)
    0};
static const unsigned char f59[] = {
#embed "../FleetServer/Web/openapi.json" suffix(,)
    0};

#define WEB_FILE(path, bytes) {path, bytes, sizeof bytes - 1}

static const struct web_file files[] = {
    WEB_FILE("assets/app.js", f0),
    WEB_FILE("assets/banners.js", f1),
    WEB_FILE("assets/cells.js", f2),
    WEB_FILE("assets/drafts.js", f3),
    WEB_FILE("assets/favicon.svg", f4),
    WEB_FILE("assets/fleet.css", f5),
    WEB_FILE("assets/forms.js", f6),
    WEB_FILE("assets/icons.svg", f7),
    WEB_FILE("assets/list.js", f8),
    WEB_FILE("assets/live.js", f9),
    WEB_FILE("assets/map-grid.js", f10),
    WEB_FILE("assets/map-layer.js", f11),
    WEB_FILE("assets/map-lines.js", f12),
    WEB_FILE("assets/map-points.js", f13),
    WEB_FILE("assets/map-shaders.js", f14),
    WEB_FILE("assets/map.js", f15),
    WEB_FILE("assets/photos.js", f16),
    WEB_FILE("assets/refetch.js", f17),
    WEB_FILE("assets/scanner.js", f18),
    WEB_FILE("assets/stream.js", f19),
    WEB_FILE("assets/time.js", f20),
    WEB_FILE("assets/viewer.js", f21),
    WEB_FILE("templates/_admin_tabs.mustache", f22),
    WEB_FILE("templates/_alert_form.mustache", alert_form),
    WEB_FILE("templates/_battery.mustache", f23),
    WEB_FILE("templates/_color.mustache", f24),
    WEB_FILE("templates/_filters.mustache", f25),
    WEB_FILE("templates/_foot.mustache", f26),
    WEB_FILE("templates/_formats.mustache", f27),
    WEB_FILE("templates/_head.mustache", f28),
    WEB_FILE("templates/_map.mustache", f29),
    WEB_FILE("templates/_note.mustache", f30),
    WEB_FILE("templates/_note_form.mustache", f31),
    WEB_FILE("templates/_pager.mustache", f32),
    WEB_FILE("templates/_row.mustache", f33),
    WEB_FILE("templates/_state.mustache", f34),
    WEB_FILE("templates/_strip.mustache", f35),
    WEB_FILE("templates/_time.mustache", f36),
    WEB_FILE("templates/account.mustache", f37),
    WEB_FILE("templates/admin_alert.mustache", admin_alert),
    WEB_FILE("templates/admin_alerts.mustache", f38),
    WEB_FILE("templates/admin_audit.mustache", f39),
    WEB_FILE("templates/admin_people.mustache", f40),
    WEB_FILE("templates/admin_sources.mustache", f41),
    WEB_FILE("templates/error.mustache", f42),
    WEB_FILE("templates/events.mustache", f43),
    WEB_FILE("templates/favorites.mustache", f44),
    WEB_FILE("templates/labels.mustache", f45),
    WEB_FILE("templates/list.mustache", f46),
    WEB_FILE("templates/map.mustache", f47),
    WEB_FILE("templates/note.mustache", f48),
    WEB_FILE("templates/note_conflict.mustache", f49),
    WEB_FILE("templates/notes.mustache", f50),
    WEB_FILE("templates/reset.mustache", f51),
    WEB_FILE("templates/setup.mustache", f52),
    WEB_FILE("templates/setup_needed.mustache", f53),
    WEB_FILE("templates/signin.mustache", f54),
    WEB_FILE("templates/site.mustache", f55),
    WEB_FILE("templates/sites.mustache", f56),
    WEB_FILE("templates/vehicle.mustache", f57),
    WEB_FILE("templates/vehicle_public.mustache", f58),
    WEB_FILE("openapi.json", f59),
};

const struct web_file *web_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
