/**
 * Pages everybody may read and the handbook. Owns contents and content_versions. Records no events; each change of a
 * person stands in the audit log.
 */
export { publishedVersions } from './contents.views.ts'
export { loadPages } from './load-pages.ts'
