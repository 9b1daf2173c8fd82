import type { MailContents, MailNames } from '../render-mail.ts'

interface News extends Pick<MailNames, 'name' | 'tenant'> {
  /** The names of the new products. */
  products: readonly string[]
}

export const productsAddedMail = ({ name, tenant, products }: News): MailContents => {
  const list = new Intl.ListFormat('en').format(products)
  return {
    subject: `New products for ${tenant}`,
    preview: `Now part of ${tenant}: ${list}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `The subscription of ${tenant} on Carelane now includes ${list}. As an administrator you can use what is new at once, and give it to others by their roles.`,
    ],
    button: 'Open your dashboard',
    fineprint: `You get this mail because you are an administrator of ${tenant}.`,
  }
}
