import {
  changeRolePermissions,
  type RolePermissions,
  readRolePermissions,
} from '@dispecerat/contract/identity/permissions'
import { listChanges } from '@dispecerat/contract/office/changes'
import { permissionFields } from '@dispecerat/domain/audit/permission-fields'
import type { NarrowedRole, Permission } from '@dispecerat/domain/identity/permissions'
import { Checkbox, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { companyAdminMessages } from '../../shared/places/company-admin-messages.ts'
import { permissionMessages as messages } from '../../shared/settings-page/permission-messages.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import './company-admin.css'
import { CompanyChoice } from './company-choice.tsx'

const UNDO_MS = 6000

/** /settings/permissions: what each role of a company may do. */
export function PermissionsScreen() {
  const { company: requested } = useSearch({ from: '/app/settings/permissions' }) as SettingsParams
  const { companies } = useUser()
  const id = requested ?? companies[0]?.id
  return (
    <main id="content" className="page edit-page">
      <header className="edit-head">
        <h1>{messages.title}</h1>
        {id === undefined ? null : <CompanyChoice id={id} to="/settings/permissions" />}
      </header>
      <p className="dim">{messages.hint}</p>
      {id === undefined ? <p>{companyAdminMessages.noOwn}</p> : <RoleTable key={id} id={id} />}
    </main>
  )
}

interface Input {
  role: NarrowedRole
  word: Permission
  isGranted: boolean
}

function RoleTable({ id }: { id: number }) {
  const cache = useQueryClient()
  const again = () => void invalidate(cache, [readRolePermissions, { params: { id } }])
  useLive('permissions_changed', again)
  useResync(again)
  const { data, isError, refetch } = useEndpointQuery(readRolePermissions, { params: { id } })
  const change = useChange(id, data?.data.version)
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={480} />
  const { roles } = data.data
  const all = [...new Set(roles.flatMap((role) => role.words.map(({ word: permission }) => permission)))]
  return (
    <>
      {roles.every((role) => role.may_edit) ? null : <p className="small dim">{messages.platformOnly}</p>}
      <section className="panel permission-table">
        <table aria-label={messages.table}>
          <thead>
            <tr>
              <th scope="col">{messages.word}</th>
              {roles.map(({ role }) => (
                <th key={role} scope="col">
                  {messages.roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((permission) => (
              <tr key={permission}>
                <th scope="row">{messages.permissions[permission] ?? permission}</th>
                {roles.map((role) => (
                  <Cell key={role.role} role={role} word={permission} busy={change.busy} onChange={change.run} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ChangeHistory entity="permissions" entityId={id} labels={permissionFields} />
    </>
  )
}

type RoleOfTable = RolePermissions['roles'][number]

function Cell({
  role: { role, may_edit: mayEdit, words: own },
  word: permission,
  busy,
  onChange,
}: {
  role: RoleOfTable
  word: Permission
  busy: boolean
  onChange: (input: Input) => Promise<boolean>
}) {
  const held = own.find((one) => one.word === permission)
  if (!held) {
    return (
      <td className="dim">
        <span aria-hidden>–</span>
        <span className="visually-hidden">{messages.notOfRole}</span>
      </td>
    )
  }
  return (
    <td>
      <Checkbox
        size="xs"
        aria-label={messages.cell(messages.permissions[permission] ?? permission, messages.roles[role])}
        checked={held.is_given}
        disabled={!mayEdit || busy}
        title={mayEdit ? undefined : messages.platformOnly}
        onChange={(event) => void onChange({ role, word: permission, isGranted: event.currentTarget.checked })}
      />
    </td>
  )
}

/** Each box is saved when it is ticked, with the version that was shown, and can be undone. */
function useChange(id: number, version: number | undefined) {
  const cache = useQueryClient()
  const keep = (fresh: { data: RolePermissions }) => {
    cache.setQueryData(endpointKey(readRolePermissions, { params: { id } }), fresh)
    void invalidate(cache, [listChanges, { query: { entity: 'permissions', entity_id: id } }])
  }
  const send = ({ role, word: permission, isGranted }: Input, how: { key: string; version?: number | undefined }) =>
    request(
      changeRolePermissions,
      { params: { id }, body: { role, words: [{ word: permission, is_given: isGranted }] } },
      how,
    )
  const undo = useAction((input: Input, key) => send(input, { key }), { done: keep })
  return useAction((input: Input, key) => send(input, { key, version }), {
    done: (fresh, input) => {
      keep(fresh)
      const back = () => void undo.run({ ...input, isGranted: !input.isGranted })
      offerUndo({ text: messages.changed, label: messages.undo, ms: UNDO_MS, undo: back })
    },
    failed: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void invalidate(cache, [readRolePermissions, { params: { id } }])
      return false
    },
  })
}
