import { type Facts, hello, type Letter } from './render-mail.ts'

interface News extends Pick<Facts, 'name' | 'tenant'> {
  /** Their names. */
  products: readonly string[]
}

export const productsAdded = ({ name, tenant, products }: News): Letter => {
  const list = new Intl.ListFormat('en').format(products)
  return {
    subject: `New products for ${tenant}`,
    preview: `New on Carelane: ${list}.`,
    heading: hello(name),
    paragraphs: [
      `From now on ${tenant} has ${list} on Carelane. As an administrator you can use what is new at once, and give it to others by their roles.`,
    ],
    button: 'Open your dashboard',
    fineprint: `You get this mail because you are an administrator of ${tenant}.`,
  }
}
