import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { MiniGame } from '../orders/workspace/mini-game/mini-game.tsx'
import { useDigitsAreTaken } from '../telephony/ring/use-field-has-focus.ts'
import { renderPart } from '../testing/render.tsx'
import { useKey } from './use-key.ts'

function PhoneForm() {
  const field = useRef<HTMLInputElement>(null)
  useKey('newOrder', () => field.current?.focus())
  return <TextInput ref={field} label="Telefon" />
}

test('the plus that opens a new order is not typed into its field, however long the key is held', () => {
  renderPart(<PhoneForm />)
  const press = (repeat: boolean) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: '+', code: 'NumpadAdd', repeat })
  const isTyped = [press(false), press(true), press(true)]
  expect(document.activeElement).toBe(screen.getByLabelText('Telefon'))
  expect(isTyped).toEqual([false, false, false])
  fireEvent.keyUp(document.activeElement as Element, { key: '+', code: 'NumpadAdd' })
  expect([press(false), press(true)]).toEqual([true, true])
})

function Addresses({ answer, chosen }: { answer: () => void; chosen: () => void }) {
  useKey('acceptToast', answer)
  const combobox = useCombobox({ opened: true })
  return (
    <Combobox store={combobox} onOptionSubmit={chosen}>
      <Combobox.Target>
        <TextInput label="Adresă" onFocus={() => combobox.selectFirstOption()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          <Combobox.Option value="gara">Gara</Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

test('Shift+Enter answers while a list is open, and selects nothing in it', async () => {
  const [answer, chosen] = [vi.fn(), vi.fn()]
  const user = renderPart(<Addresses answer={answer} chosen={chosen} />)
  await user.click(screen.getByLabelText('Adresă'))
  await user.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}')
  expect([answer.mock.calls.length, chosen.mock.calls.length]).toEqual([1, 0])
  await user.keyboard('{Enter}')
  expect([answer.mock.calls.length, chosen.mock.calls.length]).toEqual([1, 1])
})

function Ringing({ order }: { order: (from: number) => void }) {
  useKey('ringOrder1', () => order(1))
  useKey('ringOrder2', () => order(2))
  return <p>{useDigitsAreTaken() ? 'Shift+F1' : '1'}</p>
}

test('a digit of the open game places no order for a ringing call, and does so again once the game is hidden', async () => {
  const order = vi.fn()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const user = renderPart(
    <>
      <MiniGame />
      <Ringing order={order} />
    </>,
  )
  screen.getByText('Shift+F1')
  await user.keyboard('2212')
  screen.getByText(/Ai câștigat!$/)
  expect(order).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Ascunde jocul' }))
  await user.keyboard('1')
  expect(order.mock.calls).toEqual([[1]])
})
