export const exportMessages = {
  pdf: 'PDF',
  verb: 'Export',
  preparing: 'Se pregătește…',
  progress: (kibibytes: number) =>
    kibibytes < 1024 ? `${kibibytes} KB` : `${(kibibytes / 1024).toFixed(1).replace('.', ',')} MB`,
  cancel: 'Oprește exportul',
  failed: 'Exportul nu a reușit. Încercați din nou.',
}
