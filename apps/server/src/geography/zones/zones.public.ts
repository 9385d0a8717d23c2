/** Zones of a company: outlines, names and colours. Owns polygons, polygon_changes. Records polygons_changed, emits zones.drawn_anew. */
export { companyOfZone, zoneNames, zonesOfCompany } from './zones.views.ts'
