/**
 * Bans of users, with end and reason. Owns user_bans and users.ban_until, users.ban_reason. Records ban_updated (to the driver) and
 * driver_status_changed; emits driver.work_changed.
 */
export { banDriver, type DriverBan, unbanDriver } from './ban-driver.ts'
