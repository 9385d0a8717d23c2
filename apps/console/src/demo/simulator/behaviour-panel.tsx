import { FAULTS, ROAMS } from '@dispecerat/simulation/behaviour'
import { Button, NumberInput, Select, Switch } from '@mantine/core'
import { toast } from '../../ui/dialogs/toast.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { behave } from './garage.ts'
import { type Behaviour, type Row, useSimulator } from './simulator-store.ts'
import { useStands } from './use-simulator-data.ts'

const text = messages.behaviour

/** Behaviour of the chosen driver; changes apply to their next offer or movement. */
export function BehaviourPanel() {
  const row = useSimulator((s) => s.rows.find(({ id }) => id === s.selected))
  if (!row) return <section className="panel behaviour dim">{text.pick}</section>
  return <Behaviours row={row} />
}

type Numeric = 'acceptSeconds' | 'refusePercent' | 'ignorePercent' | 'kmPerHour'
const FIELDS: { name: Numeric; label: string; min: number; max: number }[] = [
  { name: 'acceptSeconds', label: text.acceptSeconds, min: 0, max: 60 },
  { name: 'refusePercent', label: text.refuse, min: 0, max: 100 },
  { name: 'ignorePercent', label: text.ignore, min: 0, max: 100 },
  { name: 'kmPerHour', label: text.speed, min: 1, max: 150 },
]

function Behaviours({ row }: { row: Row }) {
  const { id, sign, companyId, behaviour } = row
  const stands = useStands().filter((stand) => stand.company_id === companyId && stand.is_active)
  const apply = (to: readonly number[], next: Behaviour) => {
    const stand = stands.find((one) => one.id === next.standId)
    for (const one of to) behave(one, next, stand ? { lat: stand.lat, long: stand.long } : null)
  }
  const change = (part: Partial<Behaviour>) => {
    const next = { ...behaviour, ...part }
    if (next.refusePercent + next.ignorePercent > 100) toast.bad(text.tooMuch)
    else apply([id], next)
  }
  const toAll = () => {
    const mine = useSimulator.getState().rows.filter((one) => one.companyId === companyId)
    apply(
      mine.map((one) => one.id),
      behaviour,
    )
    toast.good(text.appliedToAll)
  }
  return (
    <section className="panel behaviour" aria-labelledby="behaviour-title">
      <div className="behaviour-head">
        <h2 id="behaviour-title" className="panel-title">
          {text.title(sign)}
        </h2>
        <Button size="compact-xs" variant="default" onClick={toAll}>
          {text.toAll}
        </Button>
      </div>
      <BehaviourFields behaviour={behaviour} stands={stands} onChange={change} />
      <BehaviourSwitches behaviour={behaviour} onChange={change} />
    </section>
  )
}

interface FieldsProps {
  behaviour: Behaviour
  onChange: (part: Partial<Behaviour>) => void
}

function BehaviourFields({ behaviour, stands, onChange }: FieldsProps & { stands: ReturnType<typeof useStands> }) {
  return (
    <div className="behaviour-fields">
      {FIELDS.map(({ name, label, min, max }) => (
        <NumberInput
          key={name}
          label={label}
          min={min}
          max={max}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={behaviour[name]}
          onChange={(value) => typeof value === 'number' && onChange({ [name]: value })}
        />
      ))}
      <NumberInput
        label={text.finishAfter}
        placeholder={text.finishHint}
        min={1}
        max={3600}
        allowDecimal={false}
        value={behaviour.finishAfterSeconds ?? ''}
        onChange={(value) => onChange({ finishAfterSeconds: typeof value === 'number' && value > 0 ? value : null })}
      />
      <Select
        label={text.roam}
        allowDeselect={false}
        data={ROAMS.filter((roam) => roam !== 'city').map((value) => ({ value, label: messages.roams[value] }))}
        value={behaviour.roam}
        onChange={(roam) => roam && onChange({ roam: roam as Behaviour['roam'] })}
      />
      <Select
        label={text.stand}
        placeholder={text.noStand}
        clearable
        clearButtonProps={{ 'aria-label': `Golește: ${text.stand}` }}
        data={stands.map((stand) => ({ value: String(stand.id), label: stand.name }))}
        value={behaviour.standId === null ? null : String(behaviour.standId)}
        onChange={(stand) => onChange({ standId: stand === null ? null : Number(stand) })}
      />
      <Select
        label={text.fault}
        allowDeselect={false}
        data={FAULTS.map((value) => ({ value, label: messages.faults[value] }))}
        value={behaviour.fault}
        onChange={(fault) => fault && onChange({ fault: fault as Behaviour['fault'] })}
      />
    </div>
  )
}

function BehaviourSwitches({ behaviour, onChange }: FieldsProps) {
  return (
    <div className="behaviour-switches">
      <Switch
        size="sm"
        label={text.answersAlone}
        checked={behaviour.answersAlone}
        onChange={(event) => onChange({ answersAlone: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={text.takesPending}
        checked={behaviour.takesPending}
        onChange={(event) => onChange({ takesPending: event.currentTarget.checked })}
      />
    </div>
  )
}
