/**
 * Texts that would lead to another origin or run a script if they were used, without a check, as the address of the page to which a
 * sign-in leads back.
 */
export const elsewhere: readonly string[] = [
  'https://elsewhere.example/',
  '//elsewhere.example/path',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '////elsewhere.example',
  '\\\\elsewhere.example',
  '/\n/elsewhere.example',
  '/\r\\elsewhere.example',
  ' https://elsewhere.example',
  'HTTPS:elsewhere.example',
  '//somebody@elsewhere.example',
  '/..//elsewhere.example',
  '/a/../..//elsewhere.example',
  'data:text/html,a',
  'blob:https://elsewhere.example/a',
  'javascript:alert(1)',
  '\u0000javascript:alert(1)',
  'pharmacy/delivery',
]
