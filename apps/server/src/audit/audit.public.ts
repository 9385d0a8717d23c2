/** Who changed what. Owns audit_log; every administrative write of every module tells it. */

export { recordAudit } from './record-change.ts'
export { recordCreations } from './record-creations.ts'
