import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useInterval } from '../../ui/use-interval.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { DriverTable } from './driver-table.tsx'
import { answer, leaveGarage, pause, show, stop } from './garage.ts'
import './simulator.css'
import { SimulationBar } from './simulation-bar.tsx'
import { selectBeside, showCompany, useSimulator } from './simulator-store.ts'
import { useSimulatorActions, useSimulatorData } from './use-simulator-data.ts'

/** Loaded in parallel with the company's drivers: the map and the forms. */
const map = import('./simulator-map.tsx')
const form = import('./create-form.tsx')
const behaviour = import('./behaviour-panel.tsx')
const log = import('./event-log.tsx')
const SimulatorMap = lazy(() => map.then((m) => ({ default: m.SimulatorMap })))
const CreateForm = lazy(() => form.then((m) => ({ default: m.CreateForm })))
const BehaviourPanel = lazy(() => behaviour.then((m) => ({ default: m.BehaviourPanel })))
const EventLog = lazy(() => log.then((m) => ({ default: m.EventLog })))

const SHOWN_EVERY_MS = 500

/** Simulated drivers: created here and run by this page; to the server they are like any other. */
export function SimulatorScreen() {
  const isAllowed = useUser().permissions.includes('simulator.use')
  return (
    <main id="content" className="simulator">
      <h1 className="sr-title">{messages.title}</h1>
      {isAllowed ? <Simulator /> : <p className="simulator-closed">{messages.forbidden}</p>}
    </main>
  )
}

function Simulator() {
  const { companies, isError, data, refetch } = useSimulatorData()
  const actions = useSimulatorActions()
  const [picked, pickCompany] = useState<number | null>(null)
  const company = companies.find(({ id }) => id === picked) ?? companies[0]
  const companyId = company?.id
  useEffect(() => {
    if (companyId !== undefined) showCompany(companyId)
  }, [companyId])
  const runningCount = useSimulator(({ rows }) => rows.filter(({ state }) => state !== 'off').length)
  useInterval(show, runningCount > 0 ? SHOWN_EVERY_MS : false)
  useEffect(() => leaveGarage, [])
  useLeaveWarning(runningCount)
  useRowKeys(actions)

  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  if (!company) return null
  return (
    <>
      <SimulationBar company={company} runningCount={runningCount} actions={actions} />
      <div className="simulator-body">
        <div className="simulator-left">
          <Suspense fallback={null}>
            <CreateForm companies={companies} company={company} onCompany={pickCompany} create={actions.create} />
            <DriverTable actions={actions} />
            <BehaviourPanel />
          </Suspense>
        </div>
        <Suspense fallback={<div className="panel simulator-map" />}>
          <SimulatorMap company={company} />
        </Suspense>
        <Suspense fallback={<div className="panel" />}>
          <EventLog />
        </Suspense>
      </div>
    </>
  )
}

/** Leaving stops all drivers, so it is confirmed first; the browser uses its own text. */
function useLeaveWarning(runningCount: number) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => runningCount > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => runningCount > 0,
    withResolver: true,
  })
  useEffect(() => {
    if (status !== 'blocked') return
    confirm({ text: messages.leave.ask(runningCount), yes: messages.leave.yes, onYes: proceed, onNo: reset })
  }, [status, proceed, reset, runningCount])
}

function useRowKeys({ startAll }: ReturnType<typeof useSimulatorActions>) {
  const chosen = () => {
    const { rows, selected } = useSimulator.getState()
    return rows.find(({ id }) => id === selected)
  }
  const say = (choice: 'accept' | 'refuse') => {
    const row = chosen()
    if (row?.ring) answer(row.id, row.ring.orderId, choice)
  }
  useKey('simNext', () => selectBeside(1))
  useKey('simPrevious', () => selectBeside(-1))
  useKey('simAccept', () => say('accept'))
  useKey('simRefuse', () => say('refuse'))
  useKey('simToggle', () => {
    const row = chosen()
    if (row) void (row.state === 'off' ? startAll.run([row.id]) : stop(row.id))
  })
  useKey('simPause', () => {
    const row = chosen()
    if (row && row.state !== 'off') void pause(row.id, !row.isPaused)
  })
}
