import { CONSENT_WORDING, readSignUpMode } from '@dispecerat/contract/site/sign-up'
import { Alert, Button, Checkbox, FileInput, PasswordInput, Radio, TextInput } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useId } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { logoMessages } from '../../text/logo-messages.ts'
import { ro } from '../../text/ro.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { enrollMessages as messages } from './enroll-messages.ts'
import { passwordStrength } from './password-strength.ts'
import { SiteFrame } from './site-frame.tsx'
import { type CuiState, useCui } from './use-cui.ts'
import { fieldId, useEnroll } from './use-enroll.ts'

/** Prefix of the token in a mailed link. */
const TOKEN = 'tx_'

/** / and /business/enroll: registers a company, or confirms its e-mail address with the token after #. */
export function EnrollScreen() {
  const form = useEnroll()
  const { data } = useEndpointQuery(readSignUpMode)
  const token = useLocation({ select: ({ hash }) => hash })
  if (token.startsWith(TOKEN)) {
    return (
      <SiteFrame>
        <ConfirmEmail key={token} token={token} />
      </SiteFrame>
    )
  }
  if (data?.data.mode === 'off') {
    return (
      <SiteFrame>
        <h1>{messages.title}</h1>
        <p className="site-lead" role="status">
          {messages.closed}
        </p>
        <LinkButton to="/login">{messages.toLogin}</LinkButton>
      </SiteFrame>
    )
  }
  return (
    <SiteFrame>
      <p className="small dim">{messages.step(form.opened === null ? 1 : 2)}</p>
      <h1>{messages.title}</h1>
      {form.opened === null ? <EnrollForm form={form} /> : <Done opened={form.opened} />}
    </SiteFrame>
  )
}

type Form = ReturnType<typeof useEnroll>

function EnrollForm({ form }: { form: Form }) {
  const { typed, set, wrong, refusal, busy } = form
  const cui = useCui((company) => {
    set('name', company.denumire)
    if (company.adresa !== '') set('address', company.adresa)
  })
  const bind = (field: keyof typeof typed) => ({
    id: fieldId(field),
    size: 'sm',
    value: typed[field],
    error: wrong[field],
    'aria-required': true,
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <>
      <p className="site-lead">{messages.lead}</p>
      <form onSubmit={submit} noValidate className="enroll">
        <div>
          <div className="enroll-cui">
            <TextInput
              {...bind('cui')}
              label={messages.cui}
              placeholder={messages.cuiHint}
              error={wrong.cui !== undefined}
              aria-describedby="enroll-cui-answer"
              maxLength={20}
              onBlur={() => void cui.find(typed.cui)}
            />
            <Button
              variant="default"
              aria-busy={cui.state.kind === 'searching'}
              onClick={() => void cui.find(typed.cui)}
            >
              {cui.state.kind === 'searching' ? messages.finding : messages.find}
            </Button>
          </div>
          <CuiAnswer state={cui.state} wrong={wrong.cui} />
        </div>
        <TextInput {...bind('name')} label={messages.name} autoComplete="organization" maxLength={200} />
        <TextInput {...bind('address')} label={messages.address} autoComplete="street-address" maxLength={300} />
        <div className="enroll-row">
          <TextInput
            {...bind('user_email')}
            type="email"
            label={messages.email}
            autoComplete="username"
            maxLength={200}
          />
          <TextInput {...bind('phone')} type="tel" label={messages.phone} autoComplete="tel" maxLength={40} />
        </div>
        <div className="enroll-row">
          <Password bound={bind('user_password')} />
          <TextInput {...bind('user_name')} label={messages.person} autoComplete="name" maxLength={120} />
        </div>
        <Radio.Group
          label={messages.kind}
          value={typed.package_id}
          error={wrong.package_id}
          onChange={(value) => set('package_id', value)}
        >
          <div className="enroll-kinds">
            {messages.kinds.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} mt={6} />
            ))}
          </div>
        </Radio.Group>
        <FileInput
          id={fieldId('logo')}
          size="sm"
          clearable
          accept={logoMessages.accept}
          label={logoMessages.label}
          description={logoMessages.hint}
          placeholder={logoMessages.choose}
          clearButtonProps={{ 'aria-label': logoMessages.drop }}
          value={form.logo}
          error={wrong.logo}
          onChange={form.chooseLogo}
        />
        <Consent form={form} />
        {refusal === null ? null : (
          <Alert color="red" variant="light" role="alert" p="xs">
            {refusal}
          </Alert>
        )}
        <div>
          <Button type="submit" aria-busy={busy}>
            {busy ? messages.sending : messages.submit}
          </Button>
        </div>
      </form>
    </>
  )
}

function CuiAnswer({ state, wrong }: { state: CuiState; wrong: string | undefined }) {
  const text = {
    idle: '',
    searching: messages.finding,
    unknown: messages.notFound,
    silent: messages.silent,
    invalid: messages.badCui,
    found: '',
  }[state.kind]
  const isBad = wrong !== undefined || state.kind === 'invalid'
  return (
    <p id="enroll-cui-answer" role="status" className={isBad ? 'enroll-answer enroll-bad' : 'enroll-answer'}>
      {wrong ?? text}
      {wrong === undefined && state.kind === 'found' ? (
        <>
          <span aria-hidden>✓ </span>
          {messages.found(state.company.denumire, state.company.adresa)} · {messages.vat(state.company.scpTVA)}
        </>
      ) : null}
    </p>
  )
}

function Password({ bound }: { bound: { value: string; [prop: string]: unknown } }) {
  const strength = passwordStrength(bound.value)
  const meter = useId()
  return (
    <div>
      <PasswordInput
        {...bound}
        label={messages.password}
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': ro.login.show }}
      />
      {bound.value === '' ? null : (
        <>
          <meter
            id={meter}
            className="enroll-meter"
            min={0}
            max={3}
            low={1}
            high={2}
            optimum={3}
            value={strength}
            aria-label={messages.strength}
          />
          <p className="small dim" role="status">
            {messages.strength}: {messages.strengths[strength]}
          </p>
        </>
      )}
    </div>
  )
}

function Consent({ form: { consent, agree, wrong } }: { form: Form }) {
  return (
    <div>
      <Checkbox
        id={fieldId('consent')}
        checked={consent}
        label={CONSENT_WORDING}
        error={wrong.consent}
        aria-required
        onChange={(event) => agree(event.currentTarget.checked)}
      />
      <p className="small enroll-texts">
        {messages.consentLinks}{' '}
        <Link to="/page/$url" params={{ url: 'confidentialitate' }} target="_blank" className="link">
          {messages.privacy}
        </Link>
        ,{' '}
        <Link to="/page/$url" params={{ url: 'comunicari-comerciale' }} target="_blank" className="link">
          {messages.marketing}
        </Link>
        ,{' '}
        <Link to="/page/$url" params={{ url: 'termeni' }} target="_blank" className="link">
          {messages.terms}
        </Link>
      </p>
    </div>
  )
}

function Done({ opened: { trial_until: day, approval } }: { opened: NonNullable<Form['opened']> }) {
  return (
    <div role="status" className="enroll-done">
      <p>{messages.done}</p>
      <p>{messages.proof}</p>
      {approval === 'waiting' ? <p>{messages.waits}</p> : null}
      <p className="site-lead">{messages.trial(day.split('-').reverse().join('.'))}</p>
      <LinkButton to="/login">{messages.toLogin}</LinkButton>
    </div>
  )
}
