/** Public pages and the handbook. Owns contents and content_versions. Records no events; each manual change is in the audit log. */
export { publishedVersions } from './contents.views.ts'
export { loadPages } from './load-pages.ts'
