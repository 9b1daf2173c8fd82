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
    preview: `Now part of ${tenant}: ${list}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `The subscription of ${tenant} on Carelane now includes ${list}. As an administrator you can use what is new at once, and give it to others by their roles.`,
    ],
    button: { label: 'Open your dashboard', link },
    fineprint: `You get this mail because you are an administrator of ${tenant}.`,
  }),
})
