import { ROLES, type Role } from '@dispecerat/domain/identity/permissions'
import { grantableRoles } from '@dispecerat/domain/identity/role-grants'
import { Checkbox, Group } from '@mantine/core'
import { useUser } from '../../../api/session.ts'
import { peopleMessages } from '../people-messages.ts'

interface Props {
  roles: readonly Role[]
  isOff?: boolean
  onChange: (roles: Role[]) => void
}

/** The roles of a person; a role above the user's own is disabled and gives the reason. */
export function RoleBoxes({ roles, isOff = false, onChange }: Props) {
  const grantable = grantableRoles(useUser().roles)
  const toggle = (role: Role) =>
    onChange(ROLES.filter((one) => (one === role ? !roles.includes(role) : roles.includes(one))))
  return (
    <Group gap="md" role="group" aria-label={peopleMessages.page.roles}>
      {ROLES.map((role) => {
        const isAbove = !grantable.includes(role)
        const why = isAbove ? peopleMessages.page.roleAbove : undefined
        return (
          <Checkbox
            key={role}
            size="xs"
            label={peopleMessages.roles[role]}
            checked={roles.includes(role)}
            disabled={isOff || isAbove}
            title={why}
            aria-description={why}
            onChange={() => toggle(role)}
          />
        )
      })}
    </Group>
  )
}
