import { createContent, editContent } from '@dispecerat/contract/site/content'
import { made, type Office, type WrongForms } from './wrong-forms.ts'

/** Invalid forms for content pages. */
export async function wrongPages(office: Office): Promise<WrongForms> {
  const { fixture } = office
  const page = await made(office, createContent, { url: 'ajutor', type: 'page', title: 'Ajutor' }, fixture.admin)
  const second = await made(office, createContent, { url: 'alta', type: 'page', title: 'Alta' }, fixture.admin)
  const wrongPage = { title: '', menu_order: 'sus', url: 'alta', type: 'page', parent_id: second }
  return {
    'a page': {
      endpoint: createContent,
      as: 'admin',
      body: wrongPage,
      fields: ['menu_order', 'parent_id', 'title', 'url'],
    },
    'a page that is edited': {
      endpoint: editContent,
      as: 'admin',
      id: page,
      body: wrongPage,
      fields: ['menu_order', 'parent_id', 'title', 'url'],
    },
  }
}
