import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { TableTools } from './table-tools.tsx'

/** The searches sent by the table, and a function that finishes a navigation when the test decides. */
function render() {
  const searches: (string | undefined)[] = []
  let navigate: (search: string | undefined) => void = () => undefined
  function Table() {
    const [search, setSearch] = useState<string>()
    navigate = (to) => act(() => setSearch(to))
    const onSearch = (to: string | undefined) => void searches.push(to)
    return <TableTools label="Mașini" search={search} onSearch={onSearch} columns={[]} columnsKey="test" />
  }
  const user = renderPart(<Table />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  /** Pasted as one change, so that no pause between two keys triggers a search. */
  const search = async (text: string) => {
    await user.click(field)
    await user.paste(text)
    await user.keyboard('{Enter}')
  }
  return { user, search, searches, field, show: (shown: string | undefined) => navigate(shown) }
}

test('a search whose navigation ends after the next one was sent does not replace the typed text', async () => {
  const { user, search, searches, field, show } = render()
  await search('Il')
  await search('ean')
  expect(searches).toEqual(['Il', 'Ilean'])
  show('Il')
  expect(field.value).toBe('Ilean')
  await user.paste('a')
  show('Ilean')
  expect(field.value).toBe('Ileana')
})

test('Back and Forward replace the typed text, also by an earlier search', async () => {
  const { search, field, show } = render()
  await search('Il')
  await search('eana')
  /* The first navigation was overtaken by the second and never rendered. */
  show('Ileana')
  expect(field.value).toBe('Ileana')
  show('Il')
  expect(field.value).toBe('Il')
  show(undefined)
  expect(field.value).toBe('')
})
