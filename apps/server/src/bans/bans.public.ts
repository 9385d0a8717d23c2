/**
 * Who is kept from working, until when and why. Owns user_bans and users.ban_until, users.ban_reason.
 * Records ban_updated (to the driver) and driver_status_changed; tells driver.work_changed.
 */
export { banDriver, type DriverBan, unbanDriver } from './ban-driver.ts'
