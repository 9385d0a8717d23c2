import { changeGroupSettings, type GroupSettings, readGroupSettings } from '@dispecerat/contract/identity/settings'
import { listChanges } from '@dispecerat/contract/office/changes'
import {
  fieldsOfGroup,
  type SettingsField,
  type SettingsGroup,
  type SettingsValue,
} from '@dispecerat/domain/identity/company-settings'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'
import { ChangeHistory } from '../../shared/edit-page/change-history.tsx'
import { EditPage, EditSection } from '../../shared/edit-page/edit-page.tsx'
import { type EditForm, useEditForm } from '../../shared/edit-page/use-edit-form.ts'
import { SettingsCompany } from '../../shared/settings-page/settings-company.tsx'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { settingsMessages as messages } from '../../shared/settings-page/settings-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { later } from '../../ui/later.ts'
import { settingsFieldMessages as fieldMessages } from './settings-field-messages.ts'

const RouterFact = later(() => import('./router-fact.tsx').then((m) => m.RouterFact))
const RetentionRuns = later(() => import('./retention-runs.tsx').then((m) => m.RetentionRuns))

type Values = Record<string, SettingsValue>
const UNDO_MS = 6_000

/** /settings/{group}: the fields of one group, each with its meaning, limits and default. */
export function GroupScreen() {
  const { group } = useParams({ from: '/app/settings/$group' })
  const { company } = useSearch({ from: '/app/settings/$group' }) as SettingsParams
  const companyId = useChosenCompany(company)
  return (
    <SettingsFrame path={`/settings/${group}`}>
      <Group key={`${group} ${companyId}`} group={group as SettingsGroup} companyId={companyId} />
    </SettingsFrame>
  )
}

function Group({ group, companyId }: { group: SettingsGroup; companyId: number | undefined }) {
  const cache = useQueryClient()
  const { data, error, isPending, refetch } = useEndpointQuery(
    readGroupSettings,
    { params: { group }, query: { company_id: companyId } },
    { enabled: companyId !== undefined },
  )
  const settings = data?.data
  const keep = (saved: GroupSettings) => {
    cache.setQueryData(endpointKey(readGroupSettings, { params: { group }, query: { company_id: companyId } }), {
      data: saved,
    })
    void invalidate(cache, [listChanges, { query: { entity: `settings_${group}` } }])
  }
  const undo = useAction(
    (before: Record<string, SettingsValue>, key) =>
      request(changeGroupSettings, { params: { group }, body: { company_id: companyId, ...before } }, { key }),
    {
      done: ({ data: saved }) => {
        keep(saved)
        toast.good(messages.undone)
      },
    },
  )
  const form = useEditForm<Values, { data: GroupSettings; before: Record<string, SettingsValue> }>({
    loaded: settings && { values: settings.values, version: settings.version },
    save: async (changes, { version, key }) => {
      const body = { company_id: companyId, ...sent(changes) }
      const reply = await request(changeGroupSettings, { params: { group }, body }, { key, version })
      const before = Object.fromEntries(Object.entries(settings?.values ?? {}).filter(([name]) => name in changes))
      return { ...reply, before }
    },
    savedMessage: null,
    saved: ({ data: saved, before }) => {
      keep(saved)
      offerUndo({ text: messages.savedUndo, label: messages.undo, ms: UNDO_MS, undo: () => void undo.run(before) })
    },
    reload: refetch,
  })
  const fields = Object.entries(fieldsOfGroup(group))
  return (
    <EditPage
      title={messages.groups[group]}
      aside={<SettingsCompany value={companyId} />}
      form={form}
      isLoading={isPending}
      error={data ? null : error}
      onRetry={() => void refetch()}
      labels={fieldMessages.fields}
    >
      <EditSection title={messages.hints[group]}>
        {fields.map(([name, field]) => (
          <Field key={name} name={name as keyof typeof fieldMessages.fields} field={field} form={form} />
        ))}
      </EditSection>
      <Suspense fallback={null}>
        {group === 'retention' ? <RetentionRuns companyId={companyId} /> : null}
        {group === 'search' ? <RouterFact /> : null}
      </Suspense>
      {companyId === undefined ? null : (
        <ChangeHistory entity={`settings_${group}`} entityId={companyId} labels={fieldMessages.fields} />
      )}
    </EditPage>
  )
}

/** An empty number is sent as null, and the server names the field. */
function sent(changes: Partial<Values>): Record<string, SettingsValue> {
  const typed = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(typed.map(([name, value]) => [name, value === '' ? Number.NaN : value]))
}

interface FieldProps {
  name: keyof typeof fieldMessages.fields
  field: SettingsField
  form: EditForm<Values>
}

function Field({ name, field, form }: FieldProps) {
  const value = form.values[name]
  const label = fieldMessages.fields[name]
  return (
    <div className="setting">
      <Control name={name} field={field} form={form} />
      <div className="setting-foot small dim">
        <span>
          {messages.defaultIs(shown(field.default))}
          {field.kind === 'whole' ? `, ${messages.between(field.min, field.max)}` : ''}
        </span>
        {value === field.default ? null : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={messages.toDefaultOf(label)}
            onClick={() => form.set(name, field.default)}
          >
            {messages.toDefault}
          </Button>
        )}
      </div>
    </div>
  )
}

function Control({ name, field, form }: FieldProps) {
  const value = form.values[name]
  const fieldProps = {
    label: fieldMessages.fields[name],
    description: fieldMessages.means[name],
    error: form.errors[name],
  }
  if (field.kind === 'switch') {
    return (
      <Checkbox
        {...fieldProps}
        checked={value === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    )
  }
  if (field.kind === 'choice') {
    return (
      <NativeSelect
        {...fieldProps}
        data={field.options.map((option) => ({ value: option, label: messages.choices[option] ?? option }))}
        value={String(value)}
        onChange={(event) => form.set(name, event.currentTarget.value)}
      />
    )
  }
  return (
    <NumberField
      {...fieldProps}
      min={field.min}
      max={field.max}
      clampBehavior="none"
      allowDecimal={false}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => form.set(name, typeof typed === 'number' ? typed : '')}
    />
  )
}

function shown(value: SettingsValue): string {
  if (typeof value === 'string') return messages.choices[value] ?? value
  return typeof value === 'number' ? String(value) : value ? messages.yes : messages.no
}
