#include "CWebFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The byte after each file is not part of it; it makes the array of an empty file valid.
static const unsigned char app_manifest_webmanifest[] = {
#embed "../FleetServer/Web/app/manifest.webmanifest" suffix(,)
    0};
static const unsigned char app_worker_js[] = {
#embed "../FleetServer/Web/app/worker.js" suffix(,)
    0};
static const unsigned char asset_app_js[] = {
#embed "../FleetServer/Web/assets/app.js" suffix(,)
    0};
static const unsigned char asset_apple_touch_icon_png[] = {
#embed "../FleetServer/Web/assets/apple-touch-icon.png" suffix(,)
    0};
static const unsigned char asset_attention_js[] = {
#embed "../FleetServer/Web/assets/attention.js" suffix(,)
    0};
static const unsigned char asset_banners_js[] = {
#embed "../FleetServer/Web/assets/banners.js" suffix(,)
    0};
static const unsigned char asset_cells_js[] = {
#embed "../FleetServer/Web/assets/cells.js" suffix(,)
    0};
static const unsigned char asset_drafts_js[] = {
#embed "../FleetServer/Web/assets/drafts.js" suffix(,)
    0};
static const unsigned char asset_favicon_svg[] = {
#embed "../FleetServer/Web/assets/favicon.svg" suffix(,)
    0};
static const unsigned char asset_filters_js[] = {
#embed "../FleetServer/Web/assets/filters.js" suffix(,)
    0};
static const unsigned char asset_fleet_css[] = {
#embed "../FleetServer/Web/assets/fleet.css" suffix(,)
    0};
static const unsigned char asset_forms_js[] = {
#embed "../FleetServer/Web/assets/forms.js" suffix(,)
    0};
static const unsigned char asset_icon_192_png[] = {
#embed "../FleetServer/Web/assets/icon-192.png" suffix(,)
    0};
static const unsigned char asset_icon_512_png[] = {
#embed "../FleetServer/Web/assets/icon-512.png" suffix(,)
    0};
static const unsigned char asset_icon_maskable_png[] = {
#embed "../FleetServer/Web/assets/icon-maskable.png" suffix(,)
    0};
static const unsigned char asset_icons_svg[] = {
#embed "../FleetServer/Web/assets/icons.svg" suffix(,)
    0};
static const unsigned char asset_kept_js[] = {
#embed "../FleetServer/Web/assets/kept.js" suffix(,)
    0};
static const unsigned char asset_list_js[] = {
#embed "../FleetServer/Web/assets/list.js" suffix(,)
    0};
static const unsigned char asset_live_js[] = {
#embed "../FleetServer/Web/assets/live.js" suffix(,)
    0};
static const unsigned char asset_map_card_js[] = {
#embed "../FleetServer/Web/assets/map-card.js" suffix(,)
    0};
static const unsigned char asset_map_cells_js[] = {
#embed "../FleetServer/Web/assets/map-cells.js" suffix(,)
    0};
static const unsigned char asset_map_changes_js[] = {
#embed "../FleetServer/Web/assets/map-changes.js" suffix(,)
    0};
static const unsigned char asset_map_grid_js[] = {
#embed "../FleetServer/Web/assets/map-grid.js" suffix(,)
    0};
static const unsigned char asset_map_keys_js[] = {
#embed "../FleetServer/Web/assets/map-keys.js" suffix(,)
    0};
static const unsigned char asset_map_layer_js[] = {
#embed "../FleetServer/Web/assets/map-layer.js" suffix(,)
    0};
static const unsigned char asset_map_legend_js[] = {
#embed "../FleetServer/Web/assets/map-legend.js" suffix(,)
    0};
static const unsigned char asset_map_lines_js[] = {
#embed "../FleetServer/Web/assets/map-lines.js" suffix(,)
    0};
static const unsigned char asset_map_picker_js[] = {
#embed "../FleetServer/Web/assets/map-picker.js" suffix(,)
    0};
static const unsigned char asset_map_points_js[] = {
#embed "../FleetServer/Web/assets/map-points.js" suffix(,)
    0};
static const unsigned char asset_map_shaders_js[] = {
#embed "../FleetServer/Web/assets/map-shaders.js" suffix(,)
    0};
static const unsigned char asset_map_slices_js[] = {
#embed "../FleetServer/Web/assets/map-slices.js" suffix(,)
    0};
static const unsigned char asset_map_theme_js[] = {
#embed "../FleetServer/Web/assets/map-theme.js" suffix(,)
    0};
static const unsigned char asset_map_tiles_js[] = {
#embed "../FleetServer/Web/assets/map-tiles.js" suffix(,)
    0};
static const unsigned char asset_map_zone_list_js[] = {
#embed "../FleetServer/Web/assets/map-zone-list.js" suffix(,)
    0};
static const unsigned char asset_map_zones_js[] = {
#embed "../FleetServer/Web/assets/map-zones.js" suffix(,)
    0};
static const unsigned char asset_map_js[] = {
#embed "../FleetServer/Web/assets/map.js" suffix(,)
    0};
static const unsigned char asset_notes_js[] = {
#embed "../FleetServer/Web/assets/notes.js" suffix(,)
    0};
static const unsigned char asset_offline_js[] = {
#embed "../FleetServer/Web/assets/offline.js" suffix(,)
    0};
static const unsigned char asset_outbox_menu_js[] = {
#embed "../FleetServer/Web/assets/outbox-menu.js" suffix(,)
    0};
static const unsigned char asset_outbox_js[] = {
#embed "../FleetServer/Web/assets/outbox.js" suffix(,)
    0};
static const unsigned char asset_photos_js[] = {
#embed "../FleetServer/Web/assets/photos.js" suffix(,)
    0};
static const unsigned char asset_refetch_js[] = {
#embed "../FleetServer/Web/assets/refetch.js" suffix(,)
    0};
static const unsigned char asset_replay_js[] = {
#embed "../FleetServer/Web/assets/replay.js" suffix(,)
    0};
static const unsigned char asset_replay_data_js[] = {
#embed "../FleetServer/Web/assets/replay-data.js" suffix(,)
    0};
static const unsigned char asset_replay_map_js[] = {
#embed "../FleetServer/Web/assets/replay-map.js" suffix(,)
    0};
static const unsigned char asset_replay_sites_js[] = {
#embed "../FleetServer/Web/assets/replay-sites.js" suffix(,)
    0};
static const unsigned char asset_scanner_js[] = {
#embed "../FleetServer/Web/assets/scanner.js" suffix(,)
    0};
static const unsigned char asset_search_js[] = {
#embed "../FleetServer/Web/assets/search.js" suffix(,)
    0};
static const unsigned char asset_signout_js[] = {
#embed "../FleetServer/Web/assets/signout.js" suffix(,)
    0};
static const unsigned char asset_stars_js[] = {
#embed "../FleetServer/Web/assets/stars.js" suffix(,)
    0};
static const unsigned char asset_stream_js[] = {
#embed "../FleetServer/Web/assets/stream.js" suffix(,)
    0};
static const unsigned char asset_texts_js[] = {
#embed "../FleetServer/Web/assets/texts.js" suffix(,)
    0};
static const unsigned char asset_time_js[] = {
#embed "../FleetServer/Web/assets/time.js" suffix(,)
    0};
static const unsigned char asset_toast_js[] = {
#embed "../FleetServer/Web/assets/toast.js" suffix(,)
    0};
static const unsigned char asset_viewer_js[] = {
#embed "../FleetServer/Web/assets/viewer.js" suffix(,)
    0};
static const unsigned char asset_words_js[] = {
#embed "../FleetServer/Web/assets/words.js" suffix(,)
    0};
static const unsigned char language_de_json[] = {
#embed "../FleetServer/Web/languages/de.json" suffix(,)
    0};
static const unsigned char template_part_admin_result[] = {
#embed "../FleetServer/Web/templates/_admin_result.mustache" suffix(,)
    0};
static const unsigned char template_part_admin_tabs[] = {
#embed "../FleetServer/Web/templates/_admin_tabs.mustache" suffix(,)
    0};
static const unsigned char template_part_access[] = {
#embed "../FleetServer/Web/templates/_access.mustache" suffix(,)
    0};
static const unsigned char template_part_alert_form[] = {
#embed "../FleetServer/Web/templates/_alert_form.mustache" suffix(,)
    0};
static const unsigned char template_part_calendar[] = {
#embed "../FleetServer/Web/templates/_calendar.mustache" suffix(,)
    0};
static const unsigned char template_part_catalogue[] = {
#embed "../FleetServer/Web/templates/_catalogue.mustache" suffix(,)
    0};
static const unsigned char template_part_chart[] = {
#embed "../FleetServer/Web/templates/_chart.mustache" suffix(,)
    0};
static const unsigned char template_part_export[] = {
#embed "../FleetServer/Web/templates/_export.mustache" suffix(,)
    0};
static const unsigned char template_part_filters[] = {
#embed "../FleetServer/Web/templates/_filters.mustache" suffix(,)
    0};
static const unsigned char template_part_finding[] = {
#embed "../FleetServer/Web/templates/_finding.mustache" suffix(,)
    0};
static const unsigned char template_part_finding_line[] = {
#embed "../FleetServer/Web/templates/_finding_line.mustache" suffix(,)
    0};
static const unsigned char template_part_foot[] = {
#embed "../FleetServer/Web/templates/_foot.mustache" suffix(,)
    0};
static const unsigned char template_part_formats[] = {
#embed "../FleetServer/Web/templates/_formats.mustache" suffix(,)
    0};
static const unsigned char template_part_head[] = {
#embed "../FleetServer/Web/templates/_head.mustache" suffix(,)
    0};
static const unsigned char template_part_map[] = {
#embed "../FleetServer/Web/templates/_map.mustache" suffix(,)
    0};
static const unsigned char template_part_moment[] = {
#embed "../FleetServer/Web/templates/_moment.mustache" suffix(,)
    0};
static const unsigned char template_part_note_form[] = {
#embed "../FleetServer/Web/templates/_note_form.mustache" suffix(,)
    0};
static const unsigned char template_part_outbox[] = {
#embed "../FleetServer/Web/templates/_outbox.mustache" suffix(,)
    0};
static const unsigned char template_part_pager[] = {
#embed "../FleetServer/Web/templates/_pager.mustache" suffix(,)
    0};
static const unsigned char template_part_past[] = {
#embed "../FleetServer/Web/templates/_past.mustache" suffix(,)
    0};
static const unsigned char template_part_strip[] = {
#embed "../FleetServer/Web/templates/_strip.mustache" suffix(,)
    0};
static const unsigned char template_part_task_fields[] = {
#embed "../FleetServer/Web/templates/_task_fields.mustache" suffix(,)
    0};
static const unsigned char template_part_tiles[] = {
#embed "../FleetServer/Web/templates/_tiles.mustache" suffix(,)
    0};
static const unsigned char template_part_time[] = {
#embed "../FleetServer/Web/templates/_time.mustache" suffix(,)
    0};
static const unsigned char template_part_vehicles[] = {
#embed "../FleetServer/Web/templates/_vehicles.mustache" suffix(,)
    0};
static const unsigned char template_part_views[] = {
#embed "../FleetServer/Web/templates/_views.mustache" suffix(,)
    0};
static const unsigned char template_account[] = {
#embed "../FleetServer/Web/templates/account.mustache" suffix(,)
    0};
static const unsigned char template_admin_alert[] = {
#embed "../FleetServer/Web/templates/admin_alert.mustache" suffix(,)
    0};
static const unsigned char template_admin_alerts[] = {
#embed "../FleetServer/Web/templates/admin_alerts.mustache" suffix(,)
    0};
static const unsigned char template_admin_audit[] = {
#embed "../FleetServer/Web/templates/admin_audit.mustache" suffix(,)
    0};
static const unsigned char template_admin_confirm[] = {
#embed "../FleetServer/Web/templates/admin_confirm.mustache" suffix(,)
    0};
static const unsigned char template_admin_people[] = {
#embed "../FleetServer/Web/templates/admin_people.mustache" suffix(,)
    0};
static const unsigned char template_admin_settings[] = {
#embed "../FleetServer/Web/templates/admin_settings.mustache" suffix(,)
    0};
static const unsigned char template_admin_source[] = {
#embed "../FleetServer/Web/templates/admin_source.mustache" suffix(,)
    0};
static const unsigned char template_admin_sources[] = {
#embed "../FleetServer/Web/templates/admin_sources.mustache" suffix(,)
    0};
static const unsigned char template_admin_start[] = {
#embed "../FleetServer/Web/templates/admin_start.mustache" suffix(,)
    0};
static const unsigned char template_attention[] = {
#embed "../FleetServer/Web/templates/attention.mustache" suffix(,)
    0};
static const unsigned char template_check[] = {
#embed "../FleetServer/Web/templates/check.mustache" suffix(,)
    0};
static const unsigned char template_error[] = {
#embed "../FleetServer/Web/templates/error.mustache" suffix(,)
    0};
static const unsigned char template_events[] = {
#embed "../FleetServer/Web/templates/events.mustache" suffix(,)
    0};
static const unsigned char template_favorites[] = {
#embed "../FleetServer/Web/templates/favorites.mustache" suffix(,)
    0};
static const unsigned char template_labels[] = {
#embed "../FleetServer/Web/templates/labels.mustache" suffix(,)
    0};
static const unsigned char template_limit_day[] = {
#embed "../FleetServer/Web/templates/limit_day.mustache" suffix(,)
    0};
static const unsigned char template_limits[] = {
#embed "../FleetServer/Web/templates/limits.mustache" suffix(,)
    0};
static const unsigned char template_list[] = {
#embed "../FleetServer/Web/templates/list.mustache" suffix(,)
    0};
static const unsigned char template_map[] = {
#embed "../FleetServer/Web/templates/map.mustache" suffix(,)
    0};
static const unsigned char template_note[] = {
#embed "../FleetServer/Web/templates/note.mustache" suffix(,)
    0};
static const unsigned char template_note_conflict[] = {
#embed "../FleetServer/Web/templates/note_conflict.mustache" suffix(,)
    0};
static const unsigned char template_notes[] = {
#embed "../FleetServer/Web/templates/notes.mustache" suffix(,)
    0};
static const unsigned char template_offline[] = {
#embed "../FleetServer/Web/templates/offline.mustache" suffix(,)
    0};
static const unsigned char template_replay[] = {
#embed "../FleetServer/Web/templates/replay.mustache" suffix(,)
    0};
static const unsigned char template_report[] = {
#embed "../FleetServer/Web/templates/report.mustache" suffix(,)
    0};
static const unsigned char template_reset[] = {
#embed "../FleetServer/Web/templates/reset.mustache" suffix(,)
    0};
static const unsigned char template_scan[] = {
#embed "../FleetServer/Web/templates/scan.mustache" suffix(,)
    0};
static const unsigned char template_search[] = {
#embed "../FleetServer/Web/templates/search.mustache" suffix(,)
    0};
static const unsigned char template_setup[] = {
#embed "../FleetServer/Web/templates/setup.mustache" suffix(,)
    0};
static const unsigned char template_setup_needed[] = {
#embed "../FleetServer/Web/templates/setup_needed.mustache" suffix(,)
    0};
static const unsigned char template_signin[] = {
#embed "../FleetServer/Web/templates/signin.mustache" suffix(,)
    0};
static const unsigned char template_site[] = {
#embed "../FleetServer/Web/templates/site.mustache" suffix(,)
    0};
static const unsigned char template_sites[] = {
#embed "../FleetServer/Web/templates/sites.mustache" suffix(,)
    0};
static const unsigned char template_vehicle[] = {
#embed "../FleetServer/Web/templates/vehicle.mustache" suffix(,)
    0};
static const unsigned char template_vehicle_public[] = {
#embed "../FleetServer/Web/templates/vehicle_public.mustache" suffix(,)
    0};
static const unsigned char template_views[] = {
#embed "../FleetServer/Web/templates/views.mustache" suffix(,)
    0};
static const unsigned char openapi_json[] = {
#embed "../FleetServer/Web/openapi.json" suffix(,)
    0};

#define WEB_FILE(path, bytes) {path, bytes, sizeof bytes - 1}

static const struct web_file files[] = {
    WEB_FILE("app/manifest.webmanifest", app_manifest_webmanifest),
    WEB_FILE("app/worker.js", app_worker_js),
    WEB_FILE("assets/app.js", asset_app_js),
    WEB_FILE("assets/apple-touch-icon.png", asset_apple_touch_icon_png),
    WEB_FILE("assets/attention.js", asset_attention_js),
    WEB_FILE("assets/banners.js", asset_banners_js),
    WEB_FILE("assets/cells.js", asset_cells_js),
    WEB_FILE("assets/drafts.js", asset_drafts_js),
    WEB_FILE("assets/favicon.svg", asset_favicon_svg),
    WEB_FILE("assets/filters.js", asset_filters_js),
    WEB_FILE("assets/fleet.css", asset_fleet_css),
    WEB_FILE("assets/forms.js", asset_forms_js),
    WEB_FILE("assets/icon-192.png", asset_icon_192_png),
    WEB_FILE("assets/icon-512.png", asset_icon_512_png),
    WEB_FILE("assets/icon-maskable.png", asset_icon_maskable_png),
    WEB_FILE("assets/icons.svg", asset_icons_svg),
    WEB_FILE("assets/kept.js", asset_kept_js),
    WEB_FILE("assets/list.js", asset_list_js),
    WEB_FILE("assets/live.js", asset_live_js),
    WEB_FILE("assets/map-card.js", asset_map_card_js),
    WEB_FILE("assets/map-cells.js", asset_map_cells_js),
    WEB_FILE("assets/map-changes.js", asset_map_changes_js),
    WEB_FILE("assets/map-grid.js", asset_map_grid_js),
    WEB_FILE("assets/map-keys.js", asset_map_keys_js),
    WEB_FILE("assets/map-layer.js", asset_map_layer_js),
    WEB_FILE("assets/map-legend.js", asset_map_legend_js),
    WEB_FILE("assets/map-lines.js", asset_map_lines_js),
    WEB_FILE("assets/map-picker.js", asset_map_picker_js),
    WEB_FILE("assets/map-points.js", asset_map_points_js),
    WEB_FILE("assets/map-shaders.js", asset_map_shaders_js),
    WEB_FILE("assets/map-slices.js", asset_map_slices_js),
    WEB_FILE("assets/map-theme.js", asset_map_theme_js),
    WEB_FILE("assets/map-tiles.js", asset_map_tiles_js),
    WEB_FILE("assets/map-zone-list.js", asset_map_zone_list_js),
    WEB_FILE("assets/map-zones.js", asset_map_zones_js),
    WEB_FILE("assets/map.js", asset_map_js),
    WEB_FILE("assets/notes.js", asset_notes_js),
    WEB_FILE("assets/offline.js", asset_offline_js),
    WEB_FILE("assets/outbox-menu.js", asset_outbox_menu_js),
    WEB_FILE("assets/outbox.js", asset_outbox_js),
    WEB_FILE("assets/photos.js", asset_photos_js),
    WEB_FILE("assets/refetch.js", asset_refetch_js),
    WEB_FILE("assets/replay.js", asset_replay_js),
    WEB_FILE("assets/replay-data.js", asset_replay_data_js),
    WEB_FILE("assets/replay-map.js", asset_replay_map_js),
    WEB_FILE("assets/replay-sites.js", asset_replay_sites_js),
    WEB_FILE("assets/scanner.js", asset_scanner_js),
    WEB_FILE("assets/search.js", asset_search_js),
    WEB_FILE("assets/signout.js", asset_signout_js),
    WEB_FILE("assets/stars.js", asset_stars_js),
    WEB_FILE("assets/stream.js", asset_stream_js),
    WEB_FILE("assets/texts.js", asset_texts_js),
    WEB_FILE("assets/time.js", asset_time_js),
    WEB_FILE("assets/toast.js", asset_toast_js),
    WEB_FILE("assets/viewer.js", asset_viewer_js),
    WEB_FILE("assets/words.js", asset_words_js),
    WEB_FILE("languages/de.json", language_de_json),
    WEB_FILE("templates/_admin_result.mustache", template_part_admin_result),
    WEB_FILE("templates/_admin_tabs.mustache", template_part_admin_tabs),
    WEB_FILE("templates/_access.mustache", template_part_access),
    WEB_FILE("templates/_alert_form.mustache", template_part_alert_form),
    WEB_FILE("templates/_calendar.mustache", template_part_calendar),
    WEB_FILE("templates/_catalogue.mustache", template_part_catalogue),
    WEB_FILE("templates/_chart.mustache", template_part_chart),
    WEB_FILE("templates/_export.mustache", template_part_export),
    WEB_FILE("templates/_filters.mustache", template_part_filters),
    WEB_FILE("templates/_finding.mustache", template_part_finding),
    WEB_FILE("templates/_finding_line.mustache", template_part_finding_line),
    WEB_FILE("templates/_foot.mustache", template_part_foot),
    WEB_FILE("templates/_formats.mustache", template_part_formats),
    WEB_FILE("templates/_head.mustache", template_part_head),
    WEB_FILE("templates/_map.mustache", template_part_map),
    WEB_FILE("templates/_moment.mustache", template_part_moment),
    WEB_FILE("templates/_note_form.mustache", template_part_note_form),
    WEB_FILE("templates/_outbox.mustache", template_part_outbox),
    WEB_FILE("templates/_pager.mustache", template_part_pager),
    WEB_FILE("templates/_past.mustache", template_part_past),
    WEB_FILE("templates/_strip.mustache", template_part_strip),
    WEB_FILE("templates/_task_fields.mustache", template_part_task_fields),
    WEB_FILE("templates/_tiles.mustache", template_part_tiles),
    WEB_FILE("templates/_time.mustache", template_part_time),
    WEB_FILE("templates/_vehicles.mustache", template_part_vehicles),
    WEB_FILE("templates/_views.mustache", template_part_views),
    WEB_FILE("templates/account.mustache", template_account),
    WEB_FILE("templates/admin_alert.mustache", template_admin_alert),
    WEB_FILE("templates/admin_alerts.mustache", template_admin_alerts),
    WEB_FILE("templates/admin_audit.mustache", template_admin_audit),
    WEB_FILE("templates/admin_confirm.mustache", template_admin_confirm),
    WEB_FILE("templates/admin_people.mustache", template_admin_people),
    WEB_FILE("templates/admin_settings.mustache", template_admin_settings),
    WEB_FILE("templates/admin_source.mustache", template_admin_source),
    WEB_FILE("templates/admin_sources.mustache", template_admin_sources),
    WEB_FILE("templates/admin_start.mustache", template_admin_start),
    WEB_FILE("templates/attention.mustache", template_attention),
    WEB_FILE("templates/check.mustache", template_check),
    WEB_FILE("templates/error.mustache", template_error),
    WEB_FILE("templates/events.mustache", template_events),
    WEB_FILE("templates/favorites.mustache", template_favorites),
    WEB_FILE("templates/labels.mustache", template_labels),
    WEB_FILE("templates/limit_day.mustache", template_limit_day),
    WEB_FILE("templates/limits.mustache", template_limits),
    WEB_FILE("templates/list.mustache", template_list),
    WEB_FILE("templates/map.mustache", template_map),
    WEB_FILE("templates/note.mustache", template_note),
    WEB_FILE("templates/note_conflict.mustache", template_note_conflict),
    WEB_FILE("templates/notes.mustache", template_notes),
    WEB_FILE("templates/offline.mustache", template_offline),
    WEB_FILE("templates/replay.mustache", template_replay),
    WEB_FILE("templates/report.mustache", template_report),
    WEB_FILE("templates/reset.mustache", template_reset),
    WEB_FILE("templates/scan.mustache", template_scan),
    WEB_FILE("templates/search.mustache", template_search),
    WEB_FILE("templates/setup.mustache", template_setup),
    WEB_FILE("templates/setup_needed.mustache", template_setup_needed),
    WEB_FILE("templates/signin.mustache", template_signin),
    WEB_FILE("templates/site.mustache", template_site),
    WEB_FILE("templates/sites.mustache", template_sites),
    WEB_FILE("templates/vehicle.mustache", template_vehicle),
    WEB_FILE("templates/vehicle_public.mustache", template_vehicle_public),
    WEB_FILE("templates/views.mustache", template_views),
    WEB_FILE("openapi.json", openapi_json),
};

const struct web_file *web_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
