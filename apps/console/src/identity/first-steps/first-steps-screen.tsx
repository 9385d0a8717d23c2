import { type FirstSteps, readFirstSteps, skipFirstStep } from '@dispecerat/contract/identity/first-steps'
import { FIRST_STEPS, type FirstStep } from '@dispecerat/domain/identity/company'
import { Alert, Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { endpointKey } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useFirstSteps } from '../../shared/companies/use-first-steps.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { firstStepsMessages as messages } from '../first-steps-messages.ts'
import { DriverStep } from './driver-step.tsx'
import '../../shared/edit-page/edit-page.css'
import './first-steps.css'
import { PhoneStep } from './phone-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { ZoneStep } from './zone-step.tsx'

const STEPS = { place: PlaceStep, zones: ZoneStep, driver: DriverStep, phone: PhoneStep } as const

/** /first-steps: guides a new company from its position on the map to its first answered call. */
export function FirstStepsScreen() {
  const { companyId, firstSteps, isError, refetch } = useFirstSteps()
  return (
    <main id="content" className="page first-steps">
      <h1>{messages.title}</h1>
      <p className="dim">{messages.hint}</p>
      {isError && !firstSteps ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!firstSteps && !isError ? <Skeleton height={420} /> : null}
      {firstSteps && companyId !== undefined ? <Steps firstSteps={firstSteps} companyId={companyId} /> : null}
    </main>
  )
}

function Steps({ firstSteps, companyId }: { firstSteps: FirstSteps; companyId: number }) {
  const { step: requested } = useSearch({ from: '/app/first-steps' }) as { step?: FirstStep }
  const navigate = useNavigate()
  const { again } = useFirstSteps()
  const cache = useQueryClient()
  const { steps } = firstSteps
  /* A completed step stays visible until the user opens the next one. */
  const [first] = useState(() => steps.find(({ state }) => state === 'open')?.step ?? FIRST_STEPS[0])
  const current = requested ?? first
  const state = steps.find(({ step }) => step === current)?.state ?? 'open'
  const go = (step: FirstStep) => void navigate({ to: '/first-steps', search: { step } })
  const skip = useAction(
    (isSkipped: boolean, key) =>
      request(skipFirstStep, { params: { id: companyId, step: current }, body: { is_skipped: isSkipped } }, { key }),
    {
      done: (fresh, isSkipped) => {
        cache.setQueryData(endpointKey(readFirstSteps, { params: { id: companyId } }), fresh)
        if (isSkipped && next) go(next)
      },
    },
  )
  const next = FIRST_STEPS[FIRST_STEPS.indexOf(current) + 1]
  const closed = steps.filter((one) => one.state !== 'open').length
  const Step = STEPS[current]
  return (
    <>
      <p role="status">{messages.progress(closed, steps.length)}</p>
      <ol className="first-steps-list" aria-label={messages.list}>
        {steps.map((one, index) => (
          <li key={one.step} className="panel" data-current={one.step === current || undefined}>
            <button type="button" aria-current={one.step === current ? 'step' : undefined} onClick={() => go(one.step)}>
              <strong>
                {index + 1}. {messages.names[one.step]}
              </strong>
              <span className="small" data-state={one.state}>
                <span aria-hidden>{messages.signs[one.state]}</span> {messages.states[one.state]}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <section className="panel first-step" aria-labelledby="first-step-title">
        <h2 id="first-step-title">{messages.names[current]}</h2>
        <Step key={current} companyId={companyId} isDone={state === 'done'} onDone={() => void again()} />
        <div className="first-step-acts">
          {state === 'open' ? (
            <Button size="compact-sm" variant="default" disabled={skip.busy} onClick={() => void skip.run(true)}>
              {messages.skip}
            </Button>
          ) : null}
          {state === 'skipped' ? (
            <Button size="compact-sm" variant="default" disabled={skip.busy} onClick={() => void skip.run(false)}>
              {messages.takeUp}
            </Button>
          ) : null}
          {next && state !== 'open' ? (
            <Button size="compact-sm" onClick={() => go(next)}>
              {messages.next}
            </Button>
          ) : null}
        </div>
      </section>
      {closed === steps.length ? (
        <Alert color="green" role="status">
          <div className="first-step-acts">
            {messages.finished}
            <LinkButton size="compact-sm" to="/operator/order/$id" params={{ id: '0' }}>
              {messages.toWorkspace}
            </LinkButton>
          </div>
        </Alert>
      ) : null}
    </>
  )
}
