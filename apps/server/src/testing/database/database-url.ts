import { type DatabaseAddress, SUPER_USER } from '../../platform/db/connect.ts'

/** The value of DATABASE_URL for a command that runs as a separate process. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('url' in address) return address.url
  if ('socketDir' in address) {
    return `postgresql://${SUPER_USER}@localhost/${address.database}?host=${encodeURIComponent(address.socketDir)}`
  }
  return `postgresql://${SUPER_USER}:${address.password}@${address.host}:${address.port}/${address.database}`
}
