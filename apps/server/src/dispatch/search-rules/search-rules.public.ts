/** Search rules of a company: intervals, methods, steps. Owns search_intervals and search_methods. Records search_intervals_changed. */
export { addFirstRules } from './add-first-rules.ts'
export { intervalsOf } from './rulers.store.ts'
export { chosenCompanyOf } from './rules-company.store.ts'
export { intervalViews } from './search-rules.views.ts'
