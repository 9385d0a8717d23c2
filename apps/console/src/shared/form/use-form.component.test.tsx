import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { Button, TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { request } from '../../api/request.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useForm } from './use-form.ts'

const BLOCKED = { id: 1, phone: '+40722999888', reason: 'Glume', created_at: '2026-11-20 10:00:00' }
const phone = () => screen.getByLabelText('Telefon')
const reason = () => screen.getByLabelText('Motiv')
const send = () => screen.getByRole('button', { name: 'Trimite' })

function BlockForm() {
  const form = useForm({
    initial: { phone: '0722999888', reason: 'Glume' },
    check: ({ reason }) => (reason === '' ? { reason: 'Motivul lipsește' } : {}),
    save: (body, key) => request(blockPhone, { body }, { key }),
    done: () => toast.good('Blocat'),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <TextInput label="Telefon" {...form.bind('phone')} />
      <TextInput label="Motiv" {...form.bind('reason')} />
      <Button type="submit">Trimite</Button>
    </form>
  )
}

test('errors of a 422 are shown at their fields, the first of the page gets the focus, and a change clears its error', async () => {
  fakeServer().refuse(blockPhone, { errors: { reason: ['Motiv prea scurt', 'Fără cifre'], phone: ['Deja blocat'] } })
  const user = renderPart(<BlockForm />)
  await user.click(send())
  await screen.findByText('Motiv prea scurt Fără cifre')
  screen.getByText('Deja blocat')
  expect(document.activeElement).toBe(phone())
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('1')
  expect(screen.queryByText('Deja blocat')).toBeNull()
  screen.getByText('Motiv prea scurt Fără cifre')
})

test('an error about a field that the form does not have is a toast beside the errors at fields', async () => {
  fakeServer().refuse(blockPhone, { errors: { phone: ['Deja blocat'], company_id: ['Firmă necunoscută'] } })
  const user = renderPart(<BlockForm />)
  await user.click(send())
  await screen.findByText('Deja blocat')
  expect((await screen.findByRole('alert')).textContent).toContain('Firmă necunoscută')
})

test('an error about no field goes to the central handler', async () => {
  fakeServer().disconnect(blockPhone)
  const user = renderPart(<BlockForm />)
  await user.click(send())
  await screen.findByRole('alert', {}, { timeout: 5000 })
})

test('a wrong value is marked and focused, and nothing is sent', async () => {
  const server = fakeServer()
  const user = renderPart(<BlockForm />)
  await user.clear(reason())
  await user.click(send())
  screen.getByText('Motivul lipsește')
  expect(document.activeElement).toBe(reason())
  expect(server.received(blockPhone)).toEqual([])
})

test('a form submitted twice sends once', async () => {
  const server = fakeServer()
  const blocked = server.hold(blockPhone, { data: BLOCKED })
  const user = renderPart(<BlockForm />)
  await user.dblClick(send())
  blocked()
  await screen.findByText('Blocat')
  expect(server.received(blockPhone)).toHaveLength(1)
})
