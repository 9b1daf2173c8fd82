import { administratorLetter } from '../administrator-letter.ts'

/** Tells the administrators that their organization was verified, as long as that is still true. */
export const verified = administratorLetter({
  isAboutOwnAccount: false,
  facts: ({ appOrigin }, _, { tenant }) =>
    tenant.verified_at === undefined ? undefined : { link: `${appOrigin}/admin/tenant` },
  text: ({ name, tenant, link }) => ({
    subject: `${tenant} is verified`,
    preview: 'Delivery updates now go to your recipients.',
    heading: `Hello ${name}`,
    paragraphs: [
      `We’ve verified ${tenant}. Delivery updates now go to everyone who should get them, and your daily limits are ten times as high.`,
    ],
    button: { label: 'View settings', link },
    fineprint: `You’re receiving this email because you’re an administrator of ${tenant}.`,
  }),
})
