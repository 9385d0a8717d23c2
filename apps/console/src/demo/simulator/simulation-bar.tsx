import type { SimulatorCompany } from '@dispecerat/contract/demo/simulator'
import { Button } from '@mantine/core'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { stopAll } from './garage.ts'
import { rowsShown, useSimulator } from './simulator-store.ts'
import { SimulatorTabs } from './simulator-tabs.tsx'
import type { SimulatorActions } from './use-simulator-data.ts'

interface Props {
  company: SimulatorCompany
  runningCount: number
  actions: SimulatorActions
}

/** Violet stripes: this page is a simulation, and says whether it may affect production. */
export function SimulationBar({ company, runningCount, actions }: Props) {
  const mine = useSimulator((s) => rowsShown(s).length)
  const isAllowed = company.simulate_in_production
  const toggle = () =>
    confirm({
      text: isAllowed ? messages.real.confirmForbid(company.name) : messages.real.confirmAllow(company.name),
      yes: isAllowed ? messages.real.forbid : messages.real.allow,
      danger: !isAllowed,
      onYes: () => void actions.allow.run({ companyId: company.id, isAllowed: !isAllowed }),
    })
  const removeAll = () =>
    confirm({
      text: messages.all.confirmRemove(mine),
      yes: messages.all.remove,
      danger: true,
      onYes: () => void stopAll().then(() => actions.removeAll.run(company.id)),
    })
  return (
    <div className="simulation-bar">
      <strong className="simulation-mark">{messages.bar}</strong>
      <SimulatorTabs />
      <span className="simulation-hint">{messages.barHint}</span>
      <span className={isAllowed ? 'tag tag-alert' : 'tag'}>{isAllowed ? messages.real.on : messages.real.off}</span>
      <Button size="compact-xs" variant="default" loading={actions.allow.busy} onClick={toggle}>
        {isAllowed ? messages.real.forbid : messages.real.allow}
      </Button>
      <span className="simulation-space" />
      <Button
        size="compact-xs"
        disabled={mine === 0}
        loading={actions.startAll.busy}
        onClick={() => void actions.startAll.run(offIds())}
      >
        {messages.all.start}
      </Button>
      <Button size="compact-xs" variant="default" disabled={runningCount === 0} onClick={() => void stopAll()}>
        {messages.all.stop}
      </Button>
      <Button size="compact-xs" variant="default" disabled={mine === 0} onClick={removeAll}>
        {messages.all.remove}
      </Button>
    </div>
  )
}

function offIds(): number[] {
  return rowsShown(useSimulator.getState()).flatMap(({ id, state }) => (state === 'off' ? [id] : []))
}
