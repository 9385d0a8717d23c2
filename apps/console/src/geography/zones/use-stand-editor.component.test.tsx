import { createStand, editStand, listStands, type Stand } from '@dispecerat/contract/fleet/stands'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStands } from '../../shared/zones/use-stands.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { StandForm } from './stand-form.tsx'
import { useStandEditor } from './use-stand-editor.ts'

const STAND: Stand = {
  id: 3,
  company_id: 1,
  name: 'Gara',
  lat: 45.65,
  long: 25.6,
  radius_m: 100,
  polygon_id: null,
  capacity: null,
  is_active: true,
  queue_length: 0,
}
const COMPANIES = [{ id: 1, name: 'Taxi Demo' }]

function Editor() {
  const { data = [] } = useStands()
  const editor = useStandEditor(data, 1)
  return (
    <>
      <p>{data.length} stands</p>
      <button type="button" onClick={() => editor.open(null)}>
        add
      </button>
      {editor.draft ? <StandForm editor={editor} draft={editor.draft} zones={[]} /> : null}
    </>
  )
}

const saveButton = () => screen.getByRole('button', { name: 'Salvează' })

test('a saved stand is neither gone nor changed by another user while the list is being refetched', async () => {
  const server = fakeServer()
  server.ignoreOthers()
  server.reply(listStands, { data: [{ ...STAND, id: 2, name: 'Piața' }], companies: COMPANIES })
  server.reply(createStand, { data: STAND })
  server.reply(editStand, { data: { ...STAND, name: 'Gara de Nord' } })
  const user = renderPart(<Editor />, { role: 'company_admin' })
  await screen.findByText('1 stands')
  await user.click(screen.getByText('add'))
  for (const [label, text] of [
    ['Nume', 'Gara'],
    ['Latitudine', '45.65'],
    ['Longitudine', '25.6'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

  const both = [{ ...STAND, id: 2, name: 'Piața' }, STAND]
  const releaseNew = server.hold(listStands, { data: both, companies: COMPANIES })
  await user.click(saveButton())
  await expect.poll(() => server.received(listStands)).toHaveLength(2)
  await screen.findByRole('heading', { name: /Gara/ })
  expect(screen.queryByText('Stația nu mai există.')).toBeNull()
  expect(saveButton()).toHaveProperty('disabled', false)
  await act(async () => releaseNew())

  fireEvent.change(screen.getByLabelText('Nume'), { target: { value: 'Gara de Nord' } })
  server.neverReply(listStands)
  await user.click(saveButton())
  await expect.poll(() => server.received(editStand)).toHaveLength(1)
  await screen.findByRole('heading', { name: /Gara de Nord/ })
  expect(screen.queryByText(/modificată între timp/)).toBeNull()
})
