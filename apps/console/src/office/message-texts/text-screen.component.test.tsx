import { listChanges } from '@dispecerat/contract/office/changes'
import { changeMessageText, listMessageTexts, type MessageText } from '@dispecerat/contract/office/message-texts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsRoutes } from '../../routes/settings-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const ARRIVED: MessageText = {
  key: 'client_arrived',
  subject: null,
  text: 'A sosit',
  is_own: false,
  is_on: true,
  is_plain: true,
  default_subject: null,
  default_text: 'A sosit',
  version: 1,
  journal_id: 9,
}
const SAVE = '{Control>}s{/Control}'

test('text typed during a save stays, and a save pressed meanwhile runs after it', async () => {
  const server = fakeServer()
  server.reply(listChanges, { data: [], has_more: false })
  server.reply(listMessageTexts, { data: [ARRIVED] })
  const answerFirst = server.hold(changeMessageText, {
    data: { ...ARRIVED, text: 'A sosit {indicativ}', version: 2 },
  })
  const { user } = renderScreen('/settings/texts/client_arrived', settingsRoutes, { role: 'company_admin' })
  const labels = await screen.findByLabelText<HTMLTextAreaElement>('Text')
  const type = async (text: string) => {
    await user.click(labels)
    fireEvent.change(labels, { target: { value: text } })
    await user.keyboard(SAVE)
  }
  const sent = () => server.received(changeMessageText).map(({ body }) => body.text)
  await type('A sosit {indicativ}')
  await expect.poll(sent).toEqual(['A sosit {indicativ}'])
  server.reply(changeMessageText, ({ body }) => ({ data: { ...ARRIVED, text: body.text ?? '', version: 3 } }))
  await type('A sosit {indicativ} la {adresa}')
  expect(sent()).toHaveLength(1)
  answerFirst()
  await expect.poll(sent).toEqual(['A sosit {indicativ}', 'A sosit {indicativ} la {adresa}'])
  await expect.poll(() => screen.queryByRole('region', { name: 'Modificări nesalvate' })).toBeNull()
  expect(labels.value).toBe('A sosit {indicativ} la {adresa}')
})
