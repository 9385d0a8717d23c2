import type { SimulatorCompany } from '@dispecerat/contract/demo/simulator'
import { MAX_SIMULATED_AT_ONCE } from '@dispecerat/contract/demo/simulator'
import { Button, NumberInput, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useZones } from '../../shared/zones/use-zones.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { type Input, type SimulatorActions, useStands } from './use-simulator-data.ts'

interface Props {
  companies: readonly SimulatorCompany[]
  company: SimulatorCompany
  onCompany: (id: number) => void
  create: SimulatorActions['create']
}

const AROUND = 'company'

/** Number, company and place of new drivers. */
export function CreateForm({ companies, company, onCompany, create }: Props) {
  const [count, setCount] = useState(3)
  const [where, setWhere] = useState(AROUND)
  const zones = useZones().data?.filter((zone) => zone.company_id === company.id) ?? []
  const stands = useStands().filter((stand) => stand.company_id === company.id && stand.is_active)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create.run({ companyId: company.id, count, at: placeOf(where) })
  }
  return (
    <form className="panel create-form" onSubmit={submit} aria-label={messages.create.title}>
      <NumberInput
        w={64}
        label={messages.create.count}
        min={1}
        max={MAX_SIMULATED_AT_ONCE}
        allowDecimal={false}
        value={count}
        onChange={(value) => setCount(Number(value) || 1)}
      />
      <Select
        className="create-grow"
        label={messages.create.company}
        allowDeselect={false}
        data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(company.id)}
        onChange={(value) => {
          if (value) onCompany(Number(value))
          setWhere(AROUND)
        }}
      />
      <Select
        className="create-grow"
        label={messages.create.where}
        allowDeselect={false}
        searchable
        data={[
          { value: AROUND, label: messages.create.aroundCompany },
          {
            group: messages.create.stands,
            items: stands.map(({ id, name }) => ({ value: `stand:${id}`, label: name })),
          },
          { group: messages.create.zones, items: zones.map(({ id, name }) => ({ value: `zone:${id}`, label: name })) },
        ]}
        value={where}
        onChange={(value) => setWhere(value ?? AROUND)}
      />
      <Button type="submit" size="xs" loading={create.busy}>
        {messages.create.submit}
      </Button>
    </form>
  )
}

function placeOf(where: string): Input['at'] {
  const [kind, id] = where.split(':')
  if (kind === 'zone') return { zone_id: Number(id) }
  return kind === 'stand' ? { stand_id: Number(id) } : null
}
