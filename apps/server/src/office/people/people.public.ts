/**
 * The people of a company: lists, edits, roles, documents. Owns users' profiles, user_roles, user_companies, driver_papers. Records
 * driver_status_changed and session_revoked through their owners.
 */
export { addPerson } from './add-person.ts'
export {
  addPeople,
  knownPeople,
  mergeClientNames,
  type PersonAdded,
  type PersonOfFile,
  recordPeople,
} from './people-of-file.store.ts'
export { accountsNamed } from './protocol-parent.store.ts'
