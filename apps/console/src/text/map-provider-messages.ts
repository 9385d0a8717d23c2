/** Providers of the base map. */
export const mapProviderMessages = {
  choose: 'Harta de fundal',
  silent: (label: string) => `Harta ${label} nu răspunde; se arată harta proprie.`,
  silentAndAlone: (label: string) => `Harta ${label} nu răspunde; mașinile se văd fără fundal.`,
  again: 'Încearcă din nou',
  outside: 'Harta încărcată nu ajunge până aici.',
} as const
