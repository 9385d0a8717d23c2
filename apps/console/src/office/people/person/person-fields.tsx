import type { Person } from '@dispecerat/contract/office/people'
import { documentState } from '@dispecerat/domain/fleet/driver-documents'
import type { PeopleType } from '@dispecerat/domain/identity/role-grants'
import { Checkbox, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { EditSection } from '../../../shared/edit-page/edit-page.tsx'
import type { EditForm } from '../../../shared/edit-page/use-edit-form.ts'
import { toWallTime } from '../../../text/format.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { later } from '../../../ui/later.ts'
import { serverNow } from '../../../ui/now.ts'
import { peopleMessages } from '../people-messages.ts'
import { DocumentTag } from './person-tags.tsx'
import type { PersonValues } from './person-values.ts'
import { RoleBoxes } from './role-boxes.tsx'

const PersonAccountField = later(() => import('./person-account-field.tsx').then((m) => m.PersonAccountField))
const messages = peopleMessages.page
const labels = peopleMessages.columns

interface Props {
  type: PeopleType
  form: EditForm<PersonValues>
  person?: Person
  companies: readonly { id: number; name: string }[]
  isNew?: boolean
  mayAdminister: boolean
  mayNote: boolean
}

/** All fields of a person that the page's button saves. */
export function PersonFields(props: Props) {
  const { type, isNew } = props
  return (
    <>
      <Account {...props} />
      {type === 'driver' ? <Documents {...props} /> : null}
      {props.companies.length > 1 || type === 'admin' ? <Work {...props} /> : null}
      {isNew ? <FirstAccess {...props} /> : null}
    </>
  )
}

type TextField = 'name' | 'phone' | 'email' | 'identifier' | 'about' | 'licence_no' | 'password'

function bind(form: EditForm<PersonValues>, field: TextField, isOff: boolean) {
  return {
    size: 'sm' as const,
    value: form.values[field] ?? '',
    error: form.errors[field],
    disabled: isOff,
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  }
}

function Account({ type, form, mayAdminister, mayNote, person }: Props) {
  const isOff = !mayAdminister
  const isClient = type === 'client'
  return (
    <EditSection title={messages.account}>
      <TextInput label={labels.name} required maxLength={120} {...bind(form, 'name', !mayNote)} />
      <TextInput
        label={labels.phone}
        type="tel"
        required={isClient}
        placeholder={messages.phoneHint}
        maxLength={40}
        {...bind(form, 'phone', isOff)}
      />
      <TextInput
        label={labels.email}
        type="email"
        description={person?.is_yourself ? messages.ownEmail : isClient ? undefined : messages.emailHint}
        maxLength={200}
        {...bind(form, 'email', isOff || person?.is_yourself === true)}
      />
      <TextInput
        label={labels.identifier}
        description={messages.codeHint}
        maxLength={20}
        {...bind(form, 'identifier', isOff)}
      />
      {isClient ? (
        <Textarea
          className="wide"
          label={labels.about}
          description={messages.aboutHint}
          autosize
          minRows={2}
          maxLength={2000}
          {...bind(form, 'about', !mayNote)}
        />
      ) : null}
      {isClient ? (
        <Suspense fallback={null}>
          <PersonAccountField form={form} person={person} isOff={isOff} />
        </Suspense>
      ) : null}
    </EditSection>
  )
}

function Documents({ form, mayAdminister }: Props) {
  const today = toWallTime(new Date(serverNow())).slice(0, 10)
  const paper = (field: 'licence_until' | 'attestation_until') => {
    const state = documentState(form.values[field] ?? null, today)
    return (
      <div>
        <DateField
          size="sm"
          label={labels[field]}
          value={form.values[field] ?? null}
          error={form.errors[field]}
          disabled={!mayAdminister}
          clearable
          onChange={(day) => form.set(field, day)}
        />
        {peopleMessages.paper[state] ? <DocumentTag state={state} text={peopleMessages.paper[state]} /> : null}
      </div>
    )
  }
  return (
    <EditSection title={messages.papers}>
      <TextInput label={labels.licence_no} maxLength={40} {...bind(form, 'licence_no', !mayAdminister)} />
      {paper('licence_until')}
      {paper('attestation_until')}
    </EditSection>
  )
}

/** Several companies are possible only for some roles. */
function Work({ type, form, companies, mayAdminister, isNew }: Props) {
  const isOfOne = type === 'driver' || type === 'company'
  const chosen = form.values.company_ids ?? []
  const toggle = (id: number) => {
    if (isOfOne) form.set('company_ids', [id])
    else
      form.set('company_ids', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].sort(byNumber))
  }
  return (
    <EditSection title={isOfOne ? messages.oneCompany : messages.work}>
      <Stack gap={8} className="wide" role={isOfOne ? 'radiogroup' : 'group'} aria-label={messages.work}>
        {companies.map(({ id, name: label }) => {
          const box = { label, disabled: !mayAdminister, checked: chosen.includes(id), onChange: () => toggle(id) }
          return isOfOne ? <Radio key={id} size="xs" {...box} /> : <Checkbox key={id} size="xs" {...box} />
        })}
        {isNew ? null : <p className="small dim">{messages.workNote}</p>}
        {form.errors.company_ids ? (
          <p className="field-error" role="alert">
            {form.errors.company_ids}
          </p>
        ) : null}
      </Stack>
    </EditSection>
  )
}

function byNumber(a: number, b: number): number {
  return a - b
}

/** Roles and password of a new person. */
function FirstAccess({ type, form }: Props) {
  if (type === 'client') return null
  return (
    <>
      {type === 'dispatcher' || type === 'admin' ? (
        <EditSection title={messages.roles}>
          <div className="wide">
            <RoleBoxes roles={form.values.roles} onChange={(roles) => form.set('roles', roles)} />
            {form.errors.roles ? (
              <p className="field-error" role="alert">
                {form.errors.roles}
              </p>
            ) : null}
          </div>
        </EditSection>
      ) : null}
      <EditSection title={messages.password}>
        <PasswordInput
          className="person-first-password"
          label={messages.newPassword}
          description={messages.passwordHint}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': messages.show }}
          {...bind(form, 'password', false)}
        />
      </EditSection>
    </>
  )
}
