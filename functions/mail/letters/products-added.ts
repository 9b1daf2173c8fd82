import { products } from '#shared/model/catalogue.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'

interface Fields {
  tenant_id: string
  /** The keys of the new products. */
  products: readonly string[]
}

/** Tells the administrators which products have just been added to their organization's subscription. */
export const productsAdded = administratorLetter({
  isAboutOwnAccount: false,
  facts({ appOrigin }: Services, fields: Fields) {
    const names = products.filter(({ key }) => fields.products.includes(key)).map(({ name }) => name)
    return { list: new Intl.ListFormat('en').format(names), link: `${appOrigin}/dashboard` }
  },
  text: ({ name, tenant, list, link }) => ({
    subject: `New products for ${tenant}`,
    preview: `Now included for ${tenant}: ${list}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `The subscription of ${tenant} on Carelane now includes ${list}. As an administrator, you can use the new products right away and give others access through their roles.`,
    ],
    button: { label: 'Open your dashboard', link },
    fineprint: `You’re receiving this email because you’re an administrator of ${tenant}.`,
  }),
})
