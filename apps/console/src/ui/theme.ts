import { type CSSVariablesResolver, createTheme, type MantineColor } from '@mantine/core'

const HUES: MantineColor[] = ['blue', 'teal', 'green', 'red', 'orange', 'gray', 'yellow', 'violet']
const SMALL_FIELDS = [
  'TextInput',
  'NativeSelect',
  'Textarea',
  'Select',
  'NumberInput',
  'PasswordInput',
  'DateInput',
  'DateTimePicker',
  'MultiSelect',
  'Checkbox',
  'SegmentedControl',
  'Radio',
]

/** Shades 8 and 9 are darker than Mantine's, where white text on them would miss the AA contrast. */
export const theme = createTheme({
  colors: {
    green: [
      '#ebfbee',
      '#d3f9d8',
      '#b2f2bb',
      '#8ce99a',
      '#69db7c',
      '#51cf66',
      '#40c057',
      '#37b24d',
      '#237a35',
      '#1b5e20',
    ],
    orange: [
      '#fff4e6',
      '#ffe8cc',
      '#ffd8a8',
      '#ffc078',
      '#ffa94d',
      '#ff922b',
      '#fd7e14',
      '#f76707',
      '#b84a00',
      '#8a3800',
    ],
    teal: [
      '#e6fcf5',
      '#c3fae8',
      '#96f2d7',
      '#63e6be',
      '#38d9a9',
      '#20c997',
      '#12b886',
      '#0ca678',
      '#087f5b',
      '#066649',
    ],
  },
  fontFamily: 'system-ui, "Segoe UI", "Noto Sans", sans-serif',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  defaultRadius: 'sm',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    ...Object.fromEntries(SMALL_FIELDS.map((name) => [name, { defaultProps: { size: 'xs' } }])),
    /* Fields of a row are aligned whether or not one of them has a description. */
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
})

export const cssVariables: CSSVariablesResolver = ({ colors }) => {
  const shade = (hue: string, n: number) => colors[hue]?.[n] ?? ''
  const perHue = (light: boolean) =>
    Object.fromEntries(
      HUES.flatMap((hue) => [
        [`--mantine-color-${hue}-text`, shade(hue, light ? 9 : 3)],
        [`--mantine-color-${hue}-outline`, shade(hue, light ? 9 : 3)],
        [
          `--mantine-color-${hue}-light-color`,
          light ? `color-mix(in srgb, ${shade(hue, 9)} 80%, black)` : shade(hue, 2),
        ],
      ]),
    )
  return {
    variables: {},
    light: {
      '--mantine-color-dimmed': shade('gray', 7),
      '--mantine-color-placeholder': shade('gray', 7),
      '--mantine-color-error': shade('red', 9),
      '--mantine-color-anchor': shade('blue', 9),
      ...perHue(true),
    },
    dark: {
      '--mantine-color-dimmed': shade('dark', 1),
      '--mantine-color-placeholder': shade('dark', 1),
      '--mantine-color-error': shade('red', 4),
      '--mantine-color-anchor': shade('blue', 3),
      ...perHue(false),
    },
  }
}
