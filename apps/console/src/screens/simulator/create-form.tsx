import type { SimulatorCompany } from '@dispecerat/contract/simulator'
import { MAX_SIMULATED_AT_ONCE } from '@dispecerat/contract/simulator'
import { Button, NumberInput, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useZones } from '../../parts/use-zones.ts'
import { simulatorWords as words } from '../../text/simulator-words.ts'
import { type SimulatorActions, useStands, type Wish } from './use-simulator-data.ts'

interface Props {
  companies: readonly SimulatorCompany[]
  company: SimulatorCompany
  onCompany: (id: number) => void
  create: SimulatorActions['create']
}

const AROUND = 'company'

/** How many, whose and where. */
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
    <form className="panel create-form" onSubmit={submit} aria-label={words.create.title}>
      <NumberInput
        w={64}
        label={words.create.count}
        min={1}
        max={MAX_SIMULATED_AT_ONCE}
        allowDecimal={false}
        value={count}
        onChange={(value) => setCount(Number(value) || 1)}
      />
      <Select
        className="create-grow"
        label={words.create.company}
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
        label={words.create.where}
        allowDeselect={false}
        searchable
        data={[
          { value: AROUND, label: words.create.aroundCompany },
          { group: words.create.stands, items: stands.map(({ id, name }) => ({ value: `stand:${id}`, label: name })) },
          { group: words.create.zones, items: zones.map(({ id, name }) => ({ value: `zone:${id}`, label: name })) },
        ]}
        value={where}
        onChange={(value) => setWhere(value ?? AROUND)}
      />
      <Button type="submit" size="xs" loading={create.busy}>
        {words.create.submit}
      </Button>
    </form>
  )
}

function placeOf(where: string): Wish['at'] {
  const [kind, id] = where.split(':')
  if (kind === 'zone') return { zone_id: Number(id) }
  return kind === 'stand' ? { stand_id: Number(id) } : null
}
