/** Romanian labels of a content page's fields. */
export const contentFields = {
  title: 'Titlu',
  url: 'Adresă',
  type: 'Fel',
  parent: 'Sub',
  menu_order: 'Ordine',
  is_published: 'Publicată',
  updated_at: 'Modificată',
  updated_by: 'De cine',
  parent_id: 'Sub pagina',
  content: 'Text',
  version: 'Versiunea',
} as const

export const contentTypes = { page: 'Pagină', documentation: 'Documentație' } as const
