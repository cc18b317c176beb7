PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE vehicle (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    digest INTEGER NOT NULL,
    vehicle_id TEXT NOT NULL,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    is_reserved INTEGER CHECK (is_reserved IN (0, 1)),
    is_disabled INTEGER CHECK (is_disabled IN (0, 1)),
    type_id TEXT,
    form_factor TEXT,
    propulsion_type TEXT,
    color TEXT,
    current_range_meters REAL,
    current_fuel_percent REAL,
    battery_percent REAL CHECK (battery_percent BETWEEN 0 AND 100),
    battery_is_estimated INTEGER CHECK (battery_is_estimated IN (0, 1)),
    last_reported INTEGER,
    station_id TEXT,
    web_uri TEXT,
    android_uri TEXT,
    ios_uri TEXT,
    state TEXT NOT NULL GENERATED ALWAYS AS (
        CASE
        WHEN is_disabled IS 1 THEN 'disabled'
        WHEN is_reserved IS 1 THEN 'reserved'
        WHEN is_reserved IS NULL AND is_disabled IS NULL THEN 'unknown'
        ELSE 'available'
        END) VIRTUAL, measurements TEXT,
    CHECK (id >> 32 = source),
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK ((battery_percent IS NULL) = (battery_is_estimated IS NULL)),
    UNIQUE (source, vehicle_id)
) STRICT;
INSERT INTO vehicle VALUES(12884901889,3,-4323541214422713131,'BDD-YGZ',48.822485999999997831,2.3703880000000001615,1,0,'e-moped','moped','electric','RedGreen',84600.0,0.9399999999999999467,94.0,0,1795322944000,NULL,'https://example.com/BDD-YGZ',NULL,NULL,replace('temperature 16.9 1795322944000 -10.0 45.0 normal\nconnectivity -67.0 1795322944000 -110.0 - normal\nspeed 1.6 1795322944000 - - unknown\ntipped_over no 1795322944000 - - normal','\n',char(10)));
INSERT INTO vehicle VALUES(12884901890,3,2565289764415011611,'NNU-DJU',48.863035000000003549,2.4124819999999997932,0,0,'e-scooter','scooter_standing','electric','BlueRed',22500.0,0.5,50.0,0,1795321558000,NULL,'https://example.com/NNU-DJU',NULL,NULL,replace('temperature 9.8 1795321558000 -10.0 45.0 normal\nconnectivity -78.0 1795321558000 -110.0 - normal\nspeed 0.0 1795321558000 - - unknown\ntipped_over no 1795321558000 - - normal','\n',char(10)));
INSERT INTO vehicle VALUES(12884901891,3,4287809245563322105,'WRG-VEX',48.838056000000001689,2.3726940000000000807,0,0,'e-moped','moped','electric','GreenYellow',81000.0,0.9000000000000000222,90.0,0,1795321597000,NULL,'https://example.com/WRG-VEX',NULL,NULL,replace('temperature 10.3 1795321597000 -10.0 45.0 normal\nconnectivity -73.0 1795321597000 -110.0 - normal\nspeed 0.0 1795321597000 - - unknown\ntipped_over yes 1795321597000 - - alarm','\n',char(10)));
INSERT INTO vehicle VALUES(12884901892,3,3683449883783340555,'YKN-PQA',48.890262999999997361,2.2931580000000000296,0,0,'e-moped','moped','electric','RedGreen',55800.0,0.61999999999999999555,62.0,0,1795322933000,NULL,'https://example.com/YKN-PQA',NULL,NULL,replace('temperature 10.7 1795322933000 -10.0 45.0 normal\nconnectivity -71.0 1795322933000 -110.0 - normal\nspeed 0.0 1795322933000 - - unknown\ntipped_over no 1795322933000 - - normal','\n',char(10)));
INSERT INTO vehicle VALUES(17179869185,4,-3586622404037653858,'A-1',59.909999999999996589,10.75,0,0,NULL,NULL,NULL,NULL,12000.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO vehicle VALUES(17179869186,4,-1198435957516505764,'B-2',59.920000000000001707,10.759999999999999787,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO vehicle VALUES(17179869187,4,-6758913830689806685,'c-3',59.929999999999999716,10.769999999999999573,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "facet_count" (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    color TEXT,
    type_id TEXT,
    form_factor TEXT,
    state TEXT NOT NULL CHECK (state IN ('available', 'reserved', 'disabled', 'unknown')),
    vehicles INTEGER NOT NULL CHECK (vehicles >= 0),
    without_battery INTEGER NOT NULL CHECK (without_battery BETWEEN 0 AND vehicles)
) STRICT;
INSERT INTO facet_count VALUES(4,3,'GreenYellow','e-moped','moped','available',1,0);
INSERT INTO facet_count VALUES(5,3,'RedGreen','e-moped','moped','available',1,0);
INSERT INTO facet_count VALUES(6,3,'BlueRed','e-scooter','scooter_standing','available',1,0);
INSERT INTO facet_count VALUES(7,3,'RedGreen','e-moped','moped','reserved',1,0);
INSERT INTO facet_count VALUES(8,4,NULL,NULL,NULL,'disabled',1,1);
INSERT INTO facet_count VALUES(9,4,NULL,NULL,NULL,'reserved',1,1);
INSERT INTO facet_count VALUES(10,4,NULL,NULL,NULL,'available',1,1);
CREATE TABLE favorite (
    source TEXT NOT NULL,
    vehicle_id TEXT NOT NULL CHECK (vehicle_id <> ''),
    added_at INTEGER NOT NULL,
    PRIMARY KEY (source, vehicle_id)
) STRICT, WITHOUT ROWID;
INSERT INTO favorite VALUES('5aaf7c18-12fb-8154-b1d7-d2fa0bddfe23','B-2',1795322947073);
INSERT INTO favorite VALUES('8b204464-3d33-8a53-8aff-71306a1f9d00','A-1',1795322946650);
INSERT INTO favorite VALUES('8b204464-3d33-8a53-8aff-71306a1f9d00','c-3',1795322946650);
CREATE TABLE IF NOT EXISTS "notice" (
    source TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
INSERT INTO notice VALUES('5aaf7c18-12fb-8154-b1d7-d2fa0bddfe23','rotation_unknown');
INSERT INTO notice VALUES('8b204464-3d33-8a53-8aff-71306a1f9d00','rotation_unknown');
CREATE TABLE note (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    vehicle_id TEXT NOT NULL CHECK (vehicle_id <> ''),
    text TEXT NOT NULL CHECK (text <> ''),
    created_at INTEGER NOT NULL,
    edited_at INTEGER,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    seen_at INTEGER,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;
INSERT INTO note VALUES(1,'8b204464-3d33-8a53-8aff-71306a1f9d00','B-2',replace('brake\nsqueaks','\n',char(10)),1795322946757,NULL,59.920000000000001707,10.759999999999999787,1795322946742);
INSERT INTO note VALUES(2,'8b204464-3d33-8a53-8aff-71306a1f9d00','A-1','two',1795322946843,NULL,59.909999999999996589,10.75,1795322946828);
CREATE TABLE photo (
    hash TEXT NOT NULL PRIMARY KEY
        CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    bytes INTEGER NOT NULL CHECK (bytes BETWEEN 1 AND 20971520)
) STRICT, WITHOUT ROWID;
CREATE TABLE note_photo (
    note INTEGER NOT NULL REFERENCES note(number) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES photo(hash),
    number INTEGER NOT NULL CHECK (number > 0),
    PRIMARY KEY (note, hash),
    UNIQUE (note, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE site (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    digest INTEGER NOT NULL,
    site_id TEXT NOT NULL,
    name TEXT,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    address TEXT,
    capacity INTEGER,
    vehicles_available INTEGER,
    vehicles_disabled INTEGER,
    docks_available INTEGER,
    is_installed INTEGER CHECK (is_installed IN (0, 1)),
    is_renting INTEGER CHECK (is_renting IN (0, 1)),
    is_returning INTEGER CHECK (is_returning IN (0, 1)),
    last_reported INTEGER,
    measurements TEXT,
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    UNIQUE (source, site_id)
) STRICT;
INSERT INTO site VALUES(1,2,-9061431345888333411,'depot-nord','Depot Nord',48.895620999999998444,2.3645019999999998816,'1 Example Street North, Paris',24,0,0,24,1,0,1,1795322946000,replace('temperature 18.37 1795322945000 5.0 35.0 normal\nnoise_level 38.96 1795322946000 - 80.0 normal\nsmoke 0.21 1795322946000 - 2.0 normal\nhumidity 54.85 1795322940000 20.0 80.0 normal\nconnectivity -66.0 1795322944000 -100.0 - normal\nbattery_percent 40.7 1795322940000 20.0 - normal','\n',char(10)));
INSERT INTO site VALUES(2,2,-8527702361641630146,'depot-sud','Depot Sud',48.821061000000000261,2.3228580000000000893,'2 Example Street South, Paris',24,0,0,24,1,0,1,1795322946700,replace('temperature 16.76 1795322945700 5.0 35.0 normal\nnoise_level 37.61 1795322946700 - 80.0 normal\nsmoke 0.23 1795322946700 - 2.0 normal\nhumidity 59.74 1795322940700 20.0 80.0 normal\nconnectivity -72.0 1795322944700 -100.0 - normal\nbattery_percent 23.9 1795322940700 20.0 - normal','\n',char(10)));
CREATE TABLE sample (
    site INTEGER NOT NULL REFERENCES site(id) ON DELETE CASCADE,
    quantity TEXT NOT NULL,
    at INTEGER NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (site, quantity, at)
) STRICT, WITHOUT ROWID;
INSERT INTO sample VALUES(1,'battery_percent',1795322940000,40.700000000000002842);
INSERT INTO sample VALUES(1,'connectivity',1795322944000,-66.0);
INSERT INTO sample VALUES(1,'humidity',1795322940000,54.850000000000001419);
INSERT INTO sample VALUES(1,'noise_level',1795322946000,38.960000000000000852);
INSERT INTO sample VALUES(1,'smoke',1795322946000,0.20999999999999999222);
INSERT INTO sample VALUES(1,'temperature',1795322945000,18.370000000000000994);
INSERT INTO sample VALUES(2,'battery_percent',1795322940700,23.899999999999998578);
INSERT INTO sample VALUES(2,'connectivity',1795322944700,-72.0);
INSERT INTO sample VALUES(2,'humidity',1795322940700,59.740000000000001989);
INSERT INTO sample VALUES(2,'noise_level',1795322946700,37.609999999999999431);
INSERT INTO sample VALUES(2,'smoke',1795322946700,0.23000000000000000999);
INSERT INTO sample VALUES(2,'temperature',1795322945700,16.760000000000001563);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1');
INSERT INTO grdb_migrations VALUES('2');
INSERT INTO grdb_migrations VALUES('3');
INSERT INTO grdb_migrations VALUES('4');
INSERT INTO grdb_migrations VALUES('5');
INSERT INTO grdb_migrations VALUES('6');
INSERT INTO grdb_migrations VALUES('7');
INSERT INTO grdb_migrations VALUES('8');
CREATE TABLE IF NOT EXISTS "source" (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 0x7FFFFFFF),
    uuid TEXT NOT NULL CHECK (length(uuid) = 36),
    feed TEXT NOT NULL CHECK (feed IN ('vehicles', 'sites')),
    began_at INTEGER,
    rotation TEXT NOT NULL DEFAULT 'unknown'
        CHECK (rotation IN ('yes', 'no', 'unknown')),
    info TEXT,
    due_at INTEGER,
    last_request TEXT,
    back_off TEXT,
    cache_state TEXT,
    sampled_at INTEGER,
    sampled_vehicles INTEGER CHECK (sampled_vehicles >= 0),
    id_sample BLOB CHECK (length(id_sample) % 8 = 0), definition TEXT NOT NULL DEFAULT '',
    UNIQUE (uuid, feed),
    CHECK ((info IS NULL) = (began_at IS NULL)),
    CHECK ((sampled_at IS NULL) = (id_sample IS NULL)),
    CHECK ((sampled_at IS NULL) = (sampled_vehicles IS NULL))
) STRICT;
INSERT INTO source VALUES(2,'0b90fd12-763d-8ad3-8c0b-aa1e049691af','sites',1795322946870,'unknown','{"changes":{"added":2,"gone":0,"changed":0},"feed":{"rotation":"no","format":"simulation","timeZone":"Europe\/Paris","isSimulated":true,"lastUpdated":1795322946870,"systemName":"Demo fleet (simulated)"},"fetchedAt":1795322946870,"reading":{"duplicates":0,"warnings":[],"repairs":0,"skips":[],"skipped":0},"revision":1,"rotation":"no","total":2}',1795322948738,'{"process":"2s74m0w9x4s9","beganAt":1795322946870}',NULL,'{"colorMap":{},"location":"sim:\/\/?vehicles=4&seed=7","vehicles":{"address":"sim:\/\/?vehicles=4&seed=7"}}',NULL,NULL,NULL,'');
INSERT INTO source VALUES(3,'0b90fd12-763d-8ad3-8c0b-aa1e049691af','vehicles',1795322946903,'unknown','{"fetchedAt":1795322946903,"rotation":"no","total":4,"feed":{"lastUpdated":1795322946903,"rotation":"no","format":"simulation","timeZone":"Europe\/Paris","isSimulated":true,"systemName":"Demo fleet (simulated)"},"reading":{"warnings":[],"skips":[],"duplicates":0,"repairs":0,"skipped":0},"revision":1,"changes":{"added":4,"gone":0,"changed":0}}',1795322960778,'{"process":"2y5vw3bvqyzwk","beganAt":1795322946903}',NULL,'{"location":"sim:\/\/?vehicles=4&seed=7","vehicles":{"address":"sim:\/\/?vehicles=4&seed=7"},"colorMap":{}}',NULL,NULL,NULL,'');
INSERT INTO source VALUES(4,'5aaf7c18-12fb-8154-b1d7-d2fa0bddfe23','vehicles',1795322946958,'unknown','{"reading":{"repairs":0,"skips":[],"skipped":0,"warnings":[],"duplicates":0},"feed":{"rotation":"unknown","ttlSeconds":60,"format":"GBFS 2.3","isSimulated":false,"lastUpdated":1767225600000},"changes":{"changed":0,"gone":0,"added":3},"fetchedAt":1795322946983,"rotation":"unknown","revision":1,"total":3}',1795322951983,'{"beganAt":1795369356513,"process":"103481sq34z3o"}','{"attempt":1,"failedAt":1795369356553,"failure":{"reason":{"connectionRefused":{}},"place":"http:\/\/127.0.0.1:18999\/vehicles.json"},"retryAt":1795369362048}','{"colorMap":{},"location":"http:\/\/127.0.0.1:18999\/vehicles.json","vehicles":{"lastModified":"Sun, 22 Nov 2026 04:49:05 GMT","ttlSeconds":60,"lastUpdated":1767225600000,"goodUntil":1795322946982,"address":"http:\/\/127.0.0.1:18999\/vehicles.json"}}',1795322946958,3,X'28b78d8ecea6d6673256ff98d6f8fa953eeadb4ddaa338e3','');
CREATE TABLE gone_vehicle (
    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
    vehicle_id TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    gone_at INTEGER NOT NULL,
    latitude REAL,
    longitude REAL,
    is_reserved INTEGER,
    is_disabled INTEGER,
    type_id TEXT,
    form_factor TEXT,
    propulsion_type TEXT,
    color TEXT,
    current_range_meters REAL,
    current_fuel_percent REAL,
    battery_percent REAL,
    battery_is_estimated INTEGER,
    last_reported INTEGER,
    station_id TEXT,
    web_uri TEXT,
    android_uri TEXT,
    ios_uri TEXT,
    measurements TEXT,
    PRIMARY KEY (source, vehicle_id)
) STRICT, WITHOUT ROWID;
INSERT INTO gone_vehicle VALUES(4,'gone-1',1795322946000,1795322946958,48.85000000000000142,2.3500000000000000888,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('note',2);
CREATE INDEX vehicle_by_color ON vehicle (source, color, vehicle_id);
CREATE INDEX note_of_vehicle ON note (source, vehicle_id);
CREATE INDEX note_of_photo ON note_photo (hash);
CREATE TRIGGER photo_of_no_note AFTER DELETE ON note_photo
WHEN NOT EXISTS (SELECT 1 FROM note_photo WHERE hash = old.hash)
BEGIN
    DELETE FROM photo WHERE hash = old.hash;
END;
CREATE UNIQUE INDEX facet_count_by_facets ON facet_count (
    source, ifnull(color, x''), ifnull(type_id, x''), ifnull(form_factor, x''),
    state);
CREATE INDEX gone_vehicle_by_time ON gone_vehicle (source, gone_at);
COMMIT;
PRAGMA user_version = 8;
PRAGMA application_id = 1179407409;
