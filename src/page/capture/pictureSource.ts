/** Of the pictures that an element offers, the one that the browser chose: that is what the page looks like. */

export interface PictureSource {
  src?: string;
  /** The chosen one with its descriptor, which decides how large it is drawn. */
  srcset?: { url: string; descriptor: string };
  sizes?: string;
}

/** Undefined where the attributes stay as they are: pictures without a choice, sources of media. */
export function pictureSource(element: Element): PictureSource | undefined {
  if (element instanceof HTMLImageElement) return ofImage(element);
  const image = element.parentElement instanceof HTMLPictureElement ? element.parentElement.querySelector("img") : null;
  return image && element instanceof HTMLSourceElement ? ofSource(element, image) : undefined;
}

function ofImage(image: HTMLImageElement): PictureSource | undefined {
  const { currentSrc } = image;
  if (!currentSrc) return undefined;
  const chosen = candidates(image.srcset, image).find(({ url }) => url === currentSrc);
  return { src: currentSrc, ...(chosen && { srcset: chosen, ...(image.hasAttribute("sizes") && { sizes: image.sizes }) }) };
}

/** A source without pictures is passed over, as those were that the browser did not choose. */
function ofSource(source: HTMLSourceElement, { currentSrc }: HTMLImageElement): PictureSource {
  const chosen = candidates(source.srcset, source).find(({ url }) => url === currentSrc);
  return chosen ? { srcset: chosen, ...(source.hasAttribute("sizes") && { sizes: source.sizes }) } : {};
}

/** Commas stand between pictures and in addresses: those at an address' end are between. */
function candidates(srcset: string, near: Element): { url: string; descriptor: string }[] {
  return [...srcset.matchAll(/\s*(?:,\s*)*([^\s,]\S*[^\s,]|[^\s,])(\s+[^,]*)?(?:,|$)/g)].flatMap(([, address = "", descriptor = ""]) =>
    URL.canParse(address, near.baseURI) ? [{ url: new URL(address, near.baseURI).href, descriptor: descriptor.trimEnd() }] : [],
  );
}
