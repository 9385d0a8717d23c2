import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useFirstSteps } from '../../../shared/companies/use-first-steps.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { firstStepsMessages as messages } from '../../first-steps-messages.ts'
import './standing.css'

/** Invites a new company to its first steps until they are done, skipped, or dismissed for this session. */
export function FirstStepsInvite() {
  const { firstSteps } = useFirstSteps()
  const [isPutOff, putOff] = useState(false)
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/first-steps' })
  if (!firstSteps?.is_offered || isPutOff || isThere) return null
  const { steps } = firstSteps
  const closed = steps.filter(({ state }) => state !== 'open').length
  return (
    <section className="standing" aria-label={messages.title}>
      <span>{messages.invite(closed, steps.length)}</span>
      <LinkButton size="compact-xs" to="/first-steps">
        {messages.goOn}
      </LinkButton>
      <Button size="compact-xs" variant="default" onClick={() => putOff(true)}>
        {messages.later}
      </Button>
    </section>
  )
}
