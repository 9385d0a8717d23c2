import type { ContentPage, ContentType } from '@dispecerat/contract/site/content'

export interface ContentValues {
  url: string
  type: ContentType
  title: string
  content: string
  menu_order: number
  parent_id: number | null
  is_published: boolean
}

export const EMPTY: ContentValues = {
  url: '',
  type: 'documentation',
  title: '',
  content: '',
  menu_order: 0,
  parent_id: null,
  is_published: false,
}

export function valuesOf({
  url,
  type,
  title,
  content,
  menu_order,
  parent_id,
  is_published,
}: ContentPage): ContentValues {
  return { url, type, title, content, menu_order, parent_id, is_published }
}

/** 'Ghid rapid, pentru șoferi' → 'ghid-rapid-pentru-soferi' */
export function slugOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
}

/** Elements that a page may contain but the visual editor does not support. */
const BEYOND_EDITOR = /<(img|details|summary|dl|dt|dd|sub|sup|kbd|caption)\b/i

/** The visual editor would drop such elements with the first keystroke. */
export function losesInEditor(html: string): boolean {
  return BEYOND_EDITOR.test(html)
}
