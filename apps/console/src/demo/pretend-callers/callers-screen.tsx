import type { SimulatorCompany } from '@dispecerat/contract/demo/simulator'
import { Select } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { callersMessages as messages } from '../callers-messages.ts'
import { simulatorMessages } from '../simulator-messages.ts'
import '../simulator/simulator.css'
import { SimulatorTabs } from '../simulator/simulator-tabs.tsx'
import './callers.css'
import { CallerRows } from './caller-rows.tsx'
import { answerAs, hangUp, isLive, openTelephones, ringAgain, selectBeside, useCallers } from './callers-store.ts'
import { CityPanel } from './city-panel.tsx'
import { NewCallerForm, ringFifteen } from './new-caller-form.tsx'
import { useCityCallers, useLines } from './use-callers-data.ts'

/** Simulated telephone calls: callers played by the user with real sound, and those of the simulated city. */
export function CallersScreen() {
  const isAllowed = useUser().permissions.includes('simulator.use')
  return (
    <main id="content" className="simulator">
      <h1 className="sr-title">{messages.title}</h1>
      {isAllowed ? <Callers /> : <p className="simulator-closed">{messages.forbidden}</p>}
    </main>
  )
}

function Callers() {
  const { data, isError, refetch } = useLines()
  const companies = data?.data.companies ?? []
  const [picked, pick] = useState<number | null>(null)
  const company = companies.find(({ id }) => id === picked) ?? companies[0]
  useEffect(openTelephones, [])
  useLeaveQuestion(useCallers(({ rows }) => rows.filter(isLive).length))

  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!company) return null
  return <Board companies={companies} company={company} onCompany={pick} />
}

interface BoardProps {
  companies: readonly SimulatorCompany[]
  company: SimulatorCompany
  onCompany: (id: number) => void
}

function Board({ companies, company, onCompany }: BoardProps) {
  const city = useCityCallers(company.id)
  const first = useRef<HTMLInputElement>(null)
  useKey('callerNew', () => first.current?.focus())
  useKey('callerFifteen', () => {
    if (useCallers.getState().connection === 'registered') ringFifteen(company.id)
  })
  useChosenKeys()
  return (
    <>
      <div className="simulation-bar">
        <strong className="simulation-mark">{simulatorMessages.bar}</strong>
        <SimulatorTabs />
        <span className="simulation-hint">{messages.barHint}</span>
        <span className="simulation-space" />
        <Connection />
        <Select
          size="xs"
          w={200}
          aria-label={messages.company}
          allowDeselect={false}
          data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(company.id)}
          onChange={(value) => value && onCompany(Number(value))}
        />
      </div>
      <div className="callers-body">
        <div className="callers-own">
          <NewCallerForm companyId={company.id} numbers={city?.numbers ?? null} first={first} />
          <CallerRows />
        </div>
        <CityPanel companyId={company.id} callers={city?.callers ?? []} />
      </div>
    </>
  )
}

function Connection() {
  const connection = useCallers((s) => s.connection)
  return (
    <span className={connection === 'registered' ? 'tag' : 'tag tag-alert'} role="status">
      {messages.phone[connection]}
    </span>
  )
}

function useChosenKeys() {
  useKey('simNext', () => selectBeside(1))
  useKey('simPrevious', () => selectBeside(-1))
  useKey('callerToggle', () => {
    const { rows, selected } = useCallers.getState()
    const row = rows.find(({ id }) => id === selected)
    if (!row) return
    if (row.call?.state === 'incoming') void answerAs(row)
    else if (isLive(row)) hangUp(row)
    else if (row.dialled !== '') void ringAgain(row)
  })
}

/** Leaving hangs up every call, so it is confirmed first. */
function useLeaveQuestion(liveCount: number) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => liveCount > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => liveCount > 0,
    withResolver: true,
  })
  useEffect(() => {
    if (status !== 'blocked') return
    confirm({ text: messages.leave.ask(liveCount), yes: messages.leave.yes, onYes: proceed, onNo: reset })
  }, [status, proceed, reset, liveCount])
}
