/** The audit log. Owns audit_log; every administrative write of every module is recorded in it. */

export { audited } from './audited.ts'
export { recordAudit } from './record-change.ts'
export { recordCreations } from './record-creations.ts'
