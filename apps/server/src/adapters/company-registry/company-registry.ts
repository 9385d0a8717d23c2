export interface RegistryCompany {
  name: string
  paysVat: boolean
  cui: string
  address: string
}

/** The state's register of companies. */
export interface CompanyRegistry {
  /** The companies with a valid CUI without prefix; empty when it is unknown. Throws RegistrySilent without a reply in 5 s. */
  find(cui: string): Promise<RegistryCompany[]>
}

/** The register is slow, down, or failed so often that it is not requested for a while. */
export class RegistrySilent extends Error {
  override readonly name = 'RegistrySilent'
}
