// Opens the browser's dialog once all pictures of the page are drawn.
await Promise.all([...document.images].map((image) => image.decode()));
print();
