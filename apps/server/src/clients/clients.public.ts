/** What each company knows of its clients. Owns company_clients; makes the user of a phone nobody has. */
export { type CompanyClient, clientOfPhone, updateClient } from './clients.store.ts'
