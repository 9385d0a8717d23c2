import type { BanConditions } from '@dispecerat/domain/dispatch/search-rules'
import { Select } from '@mantine/core'
import { builderMessages as messages } from '../builder-messages.ts'
import { WholeNumber } from './whole-number.tsx'

/** Bans for drivers who ignore offers: from which rank to which, how many ignored offers, within which time. */
export function BanFields({
  bans,
  errorAt,
  onChange,
}: {
  bans: BanConditions
  errorAt: (field: string) => string | undefined
  onChange: (bans: BanConditions) => void
}) {
  const change = (over: Partial<BanConditions>) => onChange({ ...bans, ...over })
  return (
    <div className="step-row">
      <Select
        label={messages.banType}
        data={[
          { value: 'ban', label: messages.banTypes.ban },
          { value: 'reset', label: messages.banTypes.reset },
        ]}
        allowDeselect={false}
        value={bans.type}
        onChange={(type) => type && change({ type: type as BanConditions['type'] })}
      />
      <WholeNumber
        label={messages.banFrom}
        value={bans.drivers.from}
        error={errorAt('ban_conditions.drivers.from')}
        onChange={(from) => change({ drivers: { ...bans.drivers, from } })}
      />
      <WholeNumber
        label={messages.banTo}
        value={bans.drivers.to}
        error={errorAt('ban_conditions.drivers.to')}
        onChange={(to) => change({ drivers: { ...bans.drivers, to } })}
      />
      <WholeNumber
        label={messages.banCount}
        value={bans.count}
        error={errorAt('ban_conditions.count')}
        onChange={(count) => change({ count })}
      />
      <WholeNumber
        label={messages.banInterval}
        value={bans.resetInterval}
        error={errorAt('ban_conditions.reset_interval')}
        onChange={(resetInterval) => change({ resetInterval })}
      />
    </div>
  )
}
