import { type DatabaseAddress, SUPER_USER } from '../db/connect.ts'

/** What DATABASE_URL says of a database, for a command of its own process. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('url' in address) return address.url
  if ('socketDir' in address) {
    return `postgresql://${SUPER_USER}@localhost/${address.database}?host=${encodeURIComponent(address.socketDir)}`
  }
  return `postgresql://${SUPER_USER}:${address.password}@${address.host}:${address.port}/${address.database}`
}
