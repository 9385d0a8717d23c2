import { narrowedRoles, permissionLabels, permissionOfRole } from '@dispecerat/domain/audit/permission-fields'

/** Permissions of a company's roles. */
export const permissionMessages = {
  title: 'Drepturi pe roluri',
  short: 'Ce poate face fiecare rol al companiei.',
  hint: 'Debifați ce nu trebuie să poată face un rol. Drepturile se pot doar restrânge; cine are mai multe roluri le adună. Schimbarea are efect imediat.',
  table: 'Drepturile rolurilor',
  word: 'Drept',
  roles: narrowedRoles,
  platformOnly: 'Drepturile administratorilor de companie le schimbă administratorul platformei.',
  notOfRole: 'rolul nu are acest drept',
  cell: permissionOfRole,
  changed: 'Drepturi schimbate',
  undo: 'Anulează',
  permissions: permissionLabels,
} as const
