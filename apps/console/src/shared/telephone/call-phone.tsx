import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, type ButtonProps } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { ro } from '../../text/ro.ts'
import type { Whom } from './dial-up.ts'
import { usePhone } from './phone-store.ts'

interface Props extends Pick<ButtonProps, 'size'> {
  /** E.164; null renders nothing. */
  phone: string | null
  /** The phone's owner, for the accessible name of the button. */
  name?: string | null
  /** The driver or order that the call is recorded under; without it, only the phone number. */
  whom?: Omit<Whom, 'phone'>
  label?: string
}

/** Dials a number through the telephone of this browser, otherwise through the machine's `tel:` handler. */
export function CallPhone({ phone, name, whom, label, size = 'compact-xs' }: Props) {
  const isByBrowser = usePhone(({ status }) => status === 'registered' || status === 'otherTab')
  const [isDialling, setIsDialling] = useState(false)
  if (phone === null) return null
  const buttonProps = {
    size,
    variant: 'default',
    leftSection: <IconPhone size={13} aria-hidden />,
    'aria-label': label ?? ro.calls.callWho(name ?? prettyPhone(phone)),
    title: prettyPhone(phone),
    children: label ?? ro.calls.call,
  }
  if (!isByBrowser) return <Button component="a" href={`tel:${phone}`} {...buttonProps} />
  const dial = async () => {
    setIsDialling(true)
    const { dialUp } = await import('./dial-up.ts')
    await dialUp(phone, whom ?? { phone }).finally(() => setIsDialling(false))
  }
  return (
    <Button
      {...buttonProps}
      data-disabled={isDialling || undefined}
      aria-disabled={isDialling}
      onClick={() => !isDialling && void dial()}
    />
  )
}
