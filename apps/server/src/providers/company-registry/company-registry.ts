export interface RegistryCompany {
  name: string
  paysVat: boolean
  cui: string
  address: string
}

/** The state's register of companies. */
export interface CompanyRegistry {
  /** What is known of a valid CUI without prefix; empty: nothing. Throws RegistrySilent when it does not answer in 5 s. */
  find(cui: string): Promise<RegistryCompany[]>
}

/** The register is slow, down, or was so often just now that it is left in peace. */
export class RegistrySilent extends Error {
  override readonly name = 'RegistrySilent'
}
