import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, Suspense } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys, KEYS, matches } from '../../keys/registry.ts'
import { useFormVariant } from '../../shared/workspace/form-variant.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { DepartureClock } from './departure/departure-clock.tsx'
import { FormLinks } from './form-links.tsx'
import { NewerForm } from './newer-form.tsx'
import './order-form.css'
import { type FormProps, useOrderForm } from './use-order-form.ts'

const FormMapButton = later(() => import('./places/form-map.tsx').then((m) => m.FormMapButton))
const ClassicForm = later(() => import('./classic-form.tsx').then((m) => m.ClassicForm))

interface Around {
  headExtra?: ReactNode
  /** Reason why nothing can be typed or placed now, and the button that unlocks it. */
  lockNote?: ReactNode
}

const changesNothing = () => undefined

/** One form with two layouts. Everything works from the keyboard. */
export function OrderForm({ headExtra, lockNote, ...formProps }: FormProps & Around) {
  const isLocked = lockNote != null
  const props = isLocked ? { ...formProps, change: changesNothing } : formProps
  const { draft, busy } = props
  const state = useOrderForm({ ...props, busy: busy || isLocked })
  const variant = useFormVariant()
  return (
    <form
      ref={state.form}
      className="panel order-form typed-form"
      aria-label={props.title}
      noValidate
      onKeyDownCapture={(event) => {
        if (!isPlaceOrder(event) || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        event.stopPropagation()
        state.submit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <div className="form-head">
        <h2>{props.title}</h2>
        <DepartureClock departure={draft.departure} />
        <FormLinks phone={draft.phone} client={state.client} onPick={state.pickAll} />
        {headExtra}
      </div>
      {lockNote}
      <div className="form-body" inert={isLocked}>
        {variant === 'new' ? (
          <NewerForm props={props} state={state} />
        ) : (
          <Suspense fallback={null}>
            <ClassicForm props={props} state={state} />
          </Suspense>
        )}
      </div>
      {props.refusal?.noOrders ? (
        <p className="note tag-bad" role="alert">
          {props.refusal.noOrders} {ro.order.draftStays}
        </p>
      ) : null}
      <div className="form-foot" inert={isLocked}>
        <Button
          type="submit"
          size="sm"
          miw={190}
          aria-busy={busy}
          data-busy={busy || undefined}
          aria-keyshortcuts={ariaKeys('placeOrder')}
          rightSection={busy ? null : <KeyHint of="placeOrder" />}
        >
          {busy ? ro.order.submitting : props.submitText}
        </Button>
        <Suspense fallback={null}>
          <FormMapButton />
        </Suspense>
      </div>
    </form>
  )
}

/** A closed list would open on any Enter, including this one, so the form handles the key before the list. */
function isPlaceOrder(event: KeyboardEvent<HTMLFormElement>): boolean {
  const { target, nativeEvent } = event
  const isInOpenList = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
  return !isInOpenList && !nativeEvent.repeat && !nativeEvent.isComposing && matches(event, KEYS.placeOrder.press)
}
