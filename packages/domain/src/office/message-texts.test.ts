import { expect, test } from 'vitest'
import { filledText, htmlOfText, minutesText, platformText, problemOfText, TEXT_KEYS } from './message-texts.ts'

test('every default text passes its own validation', () => {
  for (const key of TEXT_KEYS) {
    const { subject, text } = platformText(key)
    expect([key, problemOfText(key, 'text', text)]).toEqual([key, null])
    expect([key, subject === null ? null : problemOfText(key, 'subject', subject)]).toEqual([key, null])
  }
})

test.each([
  ['client_arrived', 'A sosit {tren}', 'Nu există {tren} aici. Se pot folosi: {companie}'],
  ['client_arrived', 'A sosit {indicativ', 'O acoladă nu are pereche'],
  ['client_arrived', 'A sosit indicativ}', 'O acoladă nu are pereche'],
  ['client_arrived', 'A sosit {}', 'Nu există {} aici.'],
  ['client_canceled', 'Nu mai vine {indicativ}', 'Nu există {indicativ} aici.'],
  ['password_reset', 'Parola se schimbă în {ore} ore', 'Lipsește {legatura}'],
] as const)('%s: „%s” is refused', (key, text, expected) => {
  expect(problemOfText(key, 'text', text)).toContain(expected)
})

test('a required placeholder may be missing in the subject', () => {
  expect(problemOfText('password_reset', 'subject', 'Parolă nouă')).toBeNull()
})

test('a value that contains a placeholder is not expanded again', () => {
  expect(filledText('{companie}: {adresa}', { companie: 'Taxi {telefon}', adresa: 'Strada {companie}' })).toBe(
    'Taxi {telefon}: Strada {companie}',
  )
})

test('an empty value leaves no gap in the text', () => {
  const template = 'Mașina {indicativ} ({masina}, {numar}) vine.'
  expect(filledText(template, { indicativ: '27', masina: '', numar: '' })).toBe('Mașina 27 vine.')
  expect(filledText(template, { indicativ: '27', masina: 'Dacia', numar: '' })).toBe('Mașina 27 (Dacia) vine.')
  expect(filledText(template, { indicativ: '27', masina: '', numar: 'BV 01 ABC' })).toBe('Mașina 27 (BV 01 ABC) vine.')
})

test('an e-mail is escaped as text, whatever was typed into it', () => {
  const html = htmlOfText('Taxi <img src=x onerror=alert(1)> & "fiii"\n\nhttps://x.ro/a?b=1&c=2#t.\nGata')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;fiii&quot;')
  expect(html).toContain('<a href="https://x.ro/a?b=1&amp;c=2#t">https://x.ro/a?b=1&amp;c=2#t</a>.<br>Gata</p>')
})

test('minutes are written in correct Romanian', () => {
  expect([null, 1, 5, 19, 20, 101, 120].map(minutesText)).toEqual([
    'câteva minute',
    '1 minut',
    '5 minute',
    '19 minute',
    '20 de minute',
    '101 minute',
    '120 de minute',
  ])
})
